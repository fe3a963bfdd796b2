// Contracts whose document was uploaded in this tab: their page opens with what the document says.
const uploaded = new Set<number>()

/** The contract was made from a document just now. */
export const markUploaded = (contractId: number): void => void uploaded.add(contractId)

/** Whether it was, once: who comes back later did not upload it again. */
export const takeUploaded = (contractId: number): boolean => uploaded.delete(contractId)

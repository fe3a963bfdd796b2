// What is said of a document that was uploaded, and storing it.
import { answer, client } from '../../../lib/client.ts'

/** What is known of the contract; empty where nothing was said. */
export interface UploadedFacts {
  readonly otherParty: string
  readonly effectiveDate: string
  readonly expiry: string
}

export const noFacts: UploadedFacts = { otherParty: '', effectiveDate: '', expiry: '' }

/** Stores what was said of a contract that was just made; nothing when nothing was. */
export async function saveFacts(contractId: number, facts: UploadedFacts): Promise<void> {
  const { otherParty, effectiveDate, expiry } = facts
  const body = {
    ...(otherParty.trim() === '' ? {} : { otherParty: { name: otherParty.trim() } }),
    ...(effectiveDate === '' ? {} : { effectiveDate }),
    ...(expiry === '' ? {} : { expiry }),
  }
  if (Object.keys(body).length === 0) return
  await answer(
    client.PATCH('/v2/contracts/{contractId}/keyFacts', { params: { path: { contractId } }, body }),
  )
}

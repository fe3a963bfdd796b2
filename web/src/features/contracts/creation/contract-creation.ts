// What is read and sent when a contract is made.
import { queryOptions } from '@tanstack/react-query'
import { allPages } from '../../../lib/all-pages.ts'
import { uploadWhole } from '../../files/uploads/upload-whole.ts'
import { answer, client } from '../../../lib/client.ts'
import { STALE, type TypeChoice } from '../../create/create.ts'

/** The types of contracts, each with its group. */
export const contractTypesQuery = queryOptions({
  queryKey: ['contractTypes', 'choices'],
  queryFn: async ({ signal }): Promise<readonly TypeChoice[]> => {
    const items = await allPages((query) =>
      answer(client.GET('/v2/contractTypes', { params: { query }, signal })),
    )
    return items
      .map(({ id, name, parent, hasWizard }) => ({
        id: id ?? 0,
        name: parent?.name ? `${parent.name} › ${name}` : (name ?? ''),
        hasWizard: hasWizard === true,
      }))
      .toSorted((one, other) => one.name.localeCompare(other.name))
  },
  staleTime: STALE,
})

/** What to fill in for a new contract of the type, from a document or by its wizard. */
export const contractFormQuery = (typeId: number | undefined, form: 'upload' | 'wizard', matter?: string) =>
  queryOptions({
    queryKey: ['contractTypes', typeId, form, matter],
    queryFn: ({ signal }) =>
      answer(
        client.GET('/v2/contractTypes/{typeId}/forms/{form}', {
          params: { path: { typeId: typeId ?? 0, form }, query: matter === undefined ? {} : { matter } },
          signal,
        }),
      ),
    enabled: typeId !== undefined,
    staleTime: STALE,
  })

/** Keeps a document for a contract that is about to be made, and answers its id. */
export const stageDocument = (file: File): Promise<number> =>
  uploadWhole(file, { targetResourceType: 'ContractCreation' })

/** A file's name as the name of what it becomes: without its ending, and without underscores. */
export function nameFromFile(fileName: string): string {
  return fileName
    .replace(/\.[^.]{1,8}$/, '')
    .replace(/[_]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

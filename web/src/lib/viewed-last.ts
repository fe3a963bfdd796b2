// What the person viewed last, for the start page and the palette.
import { answer, client } from './client.ts'

type Viewed = Awaited<ReturnType<typeof fetchRecents>>[number]

const fetchRecents = async () => (await answer(client.GET('/v2/me/recents'))).items

/** Matters, contracts and files, the last one first. */
export const viewedLast = async (): Promise<readonly Viewed[]> => withoutDocuments(await fetchRecents())

/** Without documents that were viewed with their contract, whose page shows them. */
export const withoutDocuments = <Item extends Pick<Viewed, 'type' | 'id' | 'record'>>(
  items: readonly Item[],
): readonly Item[] =>
  items.filter(
    ({ type, record }, place) =>
      type !== 'File' ||
      record?.type !== 'Contract' ||
      ![items[place - 1], items[place + 1]].some(
        (other) => other?.type === 'Contract' && other.id === record.id,
      ),
  )

// What the person viewed last, for the start page and the palette.
import { answer, client } from './client.ts'
import { namesOfType } from './kinds.ts'

type Viewed = Awaited<ReturnType<typeof fetchRecents>>[number]

const fetchRecents = async () => (await answer(client.GET('/v2/me/recents'))).items

/** Records and files, the last one first. */
export const viewedLast = async (): Promise<readonly Viewed[]> => withoutDocuments(await fetchRecents())

/** Without documents that were viewed with their record, whose page shows them. */
export const withoutDocuments = <Item extends Pick<Viewed, 'type' | 'id' | 'record'>>(
  items: readonly Item[],
): readonly Item[] =>
  items.filter(
    ({ type, record }, place) =>
      type !== 'File' ||
      record === null ||
      !namesOfType(record.type)?.opensDocument ||
      ![items[place - 1], items[place + 1]].some(
        (other) => other?.type === record.type && other.id === record.id,
      ),
  )

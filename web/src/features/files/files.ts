// Files, folders and versions: what is asked of the server, and what an action makes stale.
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Answer, Item } from '../../lib/calls.ts'
import { answer, answerWithTag, client } from '../../lib/client.ts'
import { kindOfType } from '../../app/record-kinds.ts'
import type { RecordType } from '../../lib/kinds.ts'
import { hasStatus } from '../../lib/refusal.ts'

/** A record that has files. */
export interface RecordRef {
  readonly type: RecordType
  readonly id: number
}

/** What the person may do on the record, as its overview says. */
export interface RecordRights {
  readonly contribute: boolean
  readonly rights: readonly string[]
}

/** One file or folder with its folders. */
export type FileDetails = Answer<'/v2/files/{fileId}'>
/** What they may do on it: nobody changes what is out for signature or was signed. */
export const rightsOn = ({ frozen }: Pick<FileDetails, 'frozen'>, rights: RecordRights): RecordRights =>
  frozen ? { ...rights, contribute: false } : rights
export type FileItem = Item<'/v2/files'>
export type FileVersion = Item<'/v2/files/{fileId}/versions'>

const pageSize = 100
const ofRecord = ({ type, id }: RecordRef) =>
  `Resource/Type eq '${type}' and Resource/Id eq ${id} and Type ne 'ContractDocument'`

/** Every query of files begins so: after a change all of a record's are stale. */
export const filesKey = ['files'] as const
const recordKey = ({ type, id }: RecordRef) => [...filesKey, 'of', type, id] as const

export type FileOrder = 'Name' | 'Size' | 'Modified/DateUtc'

export interface FolderView {
  readonly record: RecordRef
  /** Null for the root. */
  readonly folderId: number | null
  readonly orderBy: FileOrder
  readonly descending: boolean
}

/** The files in one folder, in pages of 100; its folders are in `foldersQuery`. */
export const folderQuery = ({ record, folderId, orderBy, descending }: FolderView) =>
  infiniteQueryOptions({
    queryKey: [...recordKey(record), 'in', folderId, orderBy, descending],
    queryFn: ({ pageParam }) =>
      answer(
        client.GET('/v2/files', {
          params: {
            query: {
              $filter: `${ofRecord(record)} and Type eq 'File' and ${folderId === null ? 'Folder eq null' : `Folder/Id eq ${folderId}`}`,
              $orderby: `${orderBy}${descending ? ' desc' : ''}`,
              $top: pageSize,
              $count: true,
              ...(pageParam === undefined ? {} : { $skiptoken: pageParam }),
            },
          },
        }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextLink }) => skipTokenOf(nextLink),
    placeholderData: (before) => before,
  })

const skipTokenOf = (nextLink: string | undefined): string | undefined =>
  nextLink === undefined
    ? undefined
    : (new URL(nextLink, window.location.origin).searchParams.get('$skiptoken') ?? undefined)

/** A folder of a record, with the folder that it is in. */
export interface FolderNode {
  readonly id: number
  readonly name: string
  readonly parentId: number | null
}

/** All folders of a record. */
export const foldersQuery = (record: RecordRef) =>
  queryOptions({
    queryKey: [...recordKey(record), 'folders'],
    queryFn: async (): Promise<FolderNode[]> => {
      const filter = `${ofRecord(record)} and Type eq 'Folder'`
      const folders = await allFiles(filter, 'id,name,folder')
      return folders.map(({ id, name, folder }) => ({ id, name: name ?? '', parentId: folder?.id ?? null }))
    },
  })

/** Every file of a record, to choose one from. */
export const fileChoicesQuery = (record: RecordRef) =>
  queryOptions({
    queryKey: [...recordKey(record), 'choices'],
    queryFn: () =>
      allFiles(
        `Resource/Type eq '${record.type}' and Resource/Id eq ${record.id} and Type ne 'Folder'`,
        'id,name,version,folder,contentType,size,type',
      ),
  })

/** The names in a folder as they are now, in lower case with what has them. */
export async function namesIn(record: RecordRef, folderId: number | null): Promise<Map<string, FileItem>> {
  const place = folderId === null ? 'Folder eq null' : `Folder/Id eq ${folderId}`
  const found = await allFiles(`${ofRecord(record)} and ${place}`, 'id,name,type,folder')
  return new Map(found.map((file) => [(file.name ?? '').toLowerCase(), file]))
}

async function allFiles(filter: string, select: string): Promise<FileItem[]> {
  const found: FileItem[] = []
  let token: string | undefined
  do {
    const query = { $filter: filter, $select: select, $orderby: 'Name', $top: pageSize }
    const page = await answer(
      client.GET('/v2/files', {
        params: { query: token === undefined ? query : { ...query, $skiptoken: token } },
      }),
    )
    found.push(...page.items)
    token = skipTokenOf(page.nextLink)
  } while (token !== undefined)
  return found
}

const oneKey = (id: number) => [...filesKey, id] as const

/** One file with the tag of its version. */
export const fileQuery = (id: number) =>
  queryOptions({
    queryKey: [...oneKey(id), 'details'],
    queryFn: () => answerWithTag(client.GET('/v2/files/{fileId}', { params: { path: { fileId: id } } })),
  })

export type HiddenContent = Answer<'/v2/files/{fileId}/versions/{version}/hiddenContent'>

/** What a version of a Word document says besides its text. */
export const hiddenQuery = (fileId: number, version: number) =>
  queryOptions({
    queryKey: [...oneKey(fileId), 'hidden', version],
    queryFn: ({ signal }) =>
      answer(
        client.GET('/v2/files/{fileId}/versions/{version}/hiddenContent', {
          params: { path: { fileId, version } },
          signal,
        }),
      ),
  })

/** The versions, the latest first. */
export const versionsQuery = (id: number) =>
  queryOptions({
    queryKey: [...oneKey(id), 'versions', 'list'],
    queryFn: async () =>
      (await answer(client.GET('/v2/files/{fileId}/versions', { params: { path: { fileId: id } } }))).items,
  })

/** Where a document that is kept elsewhere is; null for any other file. */
export const linkQuery = (id: number) =>
  queryOptions({
    queryKey: [...oneKey(id), 'link'],
    queryFn: () => orNull(answer(client.GET('/v2/fileLinks/{fileId}', { params: { path: { fileId: id } } }))),
  })

/** What happened to the file, newest first. */
export const historyQuery = (id: number) =>
  queryOptions({
    queryKey: [...oneKey(id), 'history'],
    queryFn: () =>
      answer(
        client.GET('/v2/files/{fileId}/history', { params: { path: { fileId: id }, query: { $top: 50 } } }),
      ),
  })

async function orNull<Body>(asked: Promise<Body>): Promise<Body | null> {
  try {
    return await asked
  } catch (error) {
    if (hasStatus(error, 404)) return null
    throw error
  }
}

/** Name of a record and what the person may do on it. */
export const recordQuery = ({ type, id }: RecordRef) => {
  const { calls, names } = kindOfType(type)
  return queryOptions({ queryKey: [names.many, id, 'overview'], queryFn: () => calls.overview(id) })
}

/**
 * Deleted files of a record, the latest first, in pages of 100: for administrators all, for others their own of a day.
 */
export const binQuery = (record: RecordRef) =>
  infiniteQueryOptions({
    queryKey: [...recordKey(record), 'bin'],
    queryFn: ({ pageParam, signal }) =>
      answer(
        client.GET('/v2/bin', {
          params: {
            query: {
              $filter: `Resource/Type eq '${record.type}' and Resource/Id eq ${record.id}`,
              $orderby: 'Deleted/DateUtc desc',
              $top: pageSize,
              ...(pageParam === undefined ? {} : { $skiptoken: pageParam }),
            },
          },
          signal,
        }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextLink }) => skipTokenOf(nextLink),
  })

/** Files of a record whose names or texts have these words. */
export const fileSearchQuery = (record: RecordRef, words: string) =>
  queryOptions({
    queryKey: [...recordKey(record), 'search', words],
    queryFn: () =>
      answer(
        client.GET('/v2/search', {
          params: { query: { q: words, types: 'File', record: `${record.type}/${record.id}`, $top: 50 } },
        }),
      ),
    enabled: words.trim().length > 1,
    placeholderData: (before) => before,
  })

/** One download of many files, and of folders with everything in them. */
export const archiveUrl = (ids: readonly number[]): string => `/v2/files/archive?ids=${ids.join(',')}`

/** One download of everything on a record. */
export const recordArchiveUrl = ({ type, id }: RecordRef): string =>
  `/v2/files/archive?record=${encodeURIComponent(`${type}/${id}`)}`

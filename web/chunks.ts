// Which files the programs of the app are put into. Left alone, the bundler makes one file of every set of modules that
// the same pages need: a hundred small files for a page. Here modules go together by the sort of pages that need them,
// so that a page loads a dozen files, most of which the page before it has loaded already.
import type { Rolldown } from 'vite'

type Output = readonly (Rolldown.OutputChunk | Rolldown.OutputAsset)[]

/** What loads a module: pages of some sort, or parts that are loaded when they are first shown. */
type Sort = 'list' | 'record' | 'signed out' | 'other'

interface Users {
  isOfTheEntry: boolean
  isOfTheStart: boolean
  readonly pages: Map<string, Sort>
  readonly parts: Set<string>
  /** The pages that may load one of the parts. */
  readonly pagesOfParts: Map<string, Sort>
}

const isPage = (id: string) => id.endsWith('-page.tsx')
const startsTheApp = (id: string) => /\/src\/app\/(start|libraries|react)\.tsx?$/.test(id)
const isOfReact = (id: string) =>
  /\/node_modules\/(react|react-dom|scheduler)\/|\/src\/app\/react\.ts$/.test(id)
const isOfLibraries = (id: string) => /\/node_modules\/|\/src\/app\/libraries\.ts$/.test(id)

const isForAnybody = (id: string) => /\/src\/features\/(session|authorize)\//.test(id)

const signs = { list: '/src/list/list-view.tsx', record: '/src/features/records/record-tabs.tsx' }

function sortOf(page: string, modules: ReadonlySet<string>): Sort {
  if (isForAnybody(page)) return 'signed out'
  const has = (sign: string) => [...modules].some((id) => id.endsWith(sign))
  if (has(signs.record)) return 'record'
  return has(signs.list) ? 'list' : 'other'
}

/** The chunk of this file with all that are loaded with it, as `chunkOf` finds them by their files. */
export function chunksWith(
  file: string,
  chunkOf: (file: string) => Rolldown.OutputChunk | undefined,
): ReadonlySet<Rolldown.OutputChunk> {
  const found = new Set<Rolldown.OutputChunk>()
  const visit = (each: string) => {
    const chunk = chunkOf(each)
    if (!chunk || found.has(chunk)) return
    found.add(chunk)
    for (const imported of chunk.imports) visit(imported)
  }
  visit(file)
  return found
}

const modulesOf = (chunks: Iterable<Rolldown.OutputChunk>): ReadonlySet<string> =>
  new Set([...chunks].flatMap(({ moduleIds }) => moduleIds))

type Loaded = (file: string) => ReadonlySet<Rolldown.OutputChunk>

/** The pages that may load each part later, with their sorts, by the file of the part. */
function pagesOfParts(
  chunks: Iterable<Rolldown.OutputChunk>,
  loadedWith: Loaded,
): ReadonlyMap<string, ReadonlyMap<string, Sort>> {
  const found = new Map<string, Map<string, Sort>>()
  for (const { fileName, facadeModuleId: page } of chunks) {
    if (page === null || !isPage(page)) continue
    const loaded = loadedWith(fileName)
    const sort = sortOf(page, modulesOf(loaded))
    const parts = [...loaded].flatMap(({ dynamicImports }) => dynamicImports)
    for (const part of parts) found.set(part, (found.get(part) ?? new Map<string, Sort>()).set(page, sort))
  }
  return found
}

function usersOfModules(output: Output): ReadonlyMap<string, Users> {
  const chunks = new Map(output.flatMap((each) => (each.type === 'chunk' ? [[each.fileName, each]] : [])))
  const users = new Map<string, Users>()
  const usersOf = (id: string): Users => {
    const known = users.get(id) ?? {
      isOfTheEntry: false,
      isOfTheStart: false,
      pages: new Map(),
      parts: new Set(),
      pagesOfParts: new Map(),
    }
    users.set(id, known)
    return known
  }
  const loadedWith: Loaded = (file) => chunksWith(file, (each) => chunks.get(each))
  const loaders = pagesOfParts(chunks.values(), loadedWith)
  for (const chunk of chunks.values()) {
    const { facadeModuleId: id } = chunk
    if (id === null) continue
    const modules = modulesOf(loadedWith(chunk.fileName))
    const sort = sortOf(id, modules)
    for (const each of modules) noteUser(usersOf(each), { id, chunk, sort, loaders })
  }
  return users
}

interface User {
  readonly id: string
  readonly chunk: Rolldown.OutputChunk
  readonly sort: Sort
  readonly loaders: ReadonlyMap<string, ReadonlyMap<string, Sort>>
}

function noteUser(known: Users, { id, chunk, sort, loaders }: User): void {
  if (chunk.isEntry) known.isOfTheEntry = true
  else if (startsTheApp(id)) known.isOfTheStart = true
  else if (isPage(id)) known.pages.set(id, sort)
  else {
    known.parts.add(id)
    for (const [page, its] of loaders.get(chunk.fileName) ?? []) known.pagesOfParts.set(page, its)
  }
}

const nameOf = (id: string) => /([\w-]+)\.\w+$/.exec(id)?.[1] ?? 'page'

function groupOf(
  id: string,
  { isOfTheEntry, isOfTheStart, pages, parts, pagesOfParts }: Users,
): string | undefined {
  // what other files import as well is not in the file of the entry, which waits for them
  if (isOfTheEntry) return id.endsWith('/src/main.ts') ? undefined : 'start'
  if (isOfReact(id)) return 'react'
  if (isOfTheStart) return isOfLibraries(id) ? 'libraries' : 'frame'
  if (pages.size === 0) return parts.size < 2 ? undefined : groupOfParts(parts)
  const [only] = pages.keys()
  if (pages.size === 1 && only !== undefined) {
    // a part of a record would load this whole page
    const isOfRecords = pages.get(only) !== 'record' && [...pagesOfParts.values()].includes('record')
    return isOfRecords ? undefined : nameOf(only)
  }
  const sorts = new Set(pages.values())
  // signing in loads nothing else
  if (sorts.has('signed out')) return 'basics'
  if (sorts.has('list') && sorts.has('record')) return 'shared'
  const [sort] = [...sorts].filter((each) => each !== 'other')
  // what few pages share is not for all others to load
  if (sort === undefined && pages.size <= 4) return undefined
  if (sort === undefined) return id.includes('/node_modules/') ? 'inputs' : 'pages'
  if (!sorts.has('other')) return sort
  const others = [...pages].flatMap(([page, each]) => (each === 'other' ? [page] : []))
  // what shows documents is for records and the page of a file
  const isOfDocuments = sort === 'record' && others.every((page) => page.endsWith('/file-page.tsx'))
  return isOfDocuments ? 'documents' : `${sort}-and-others`
}

function groupOfParts(parts: ReadonlySet<string>): string {
  const all = (folder: RegExp) => [...parts].every((id) => folder.test(id))
  if (all(/\/src\/list\//)) return 'list-parts'
  if (all(/\/src\/app\//)) return 'frame-parts'
  if (all(/\/src\/(preview|features\/files\/(file|compare))\//)) return 'document-parts'
  return all(/\/src\/features\/(records|matters|contracts|files|intake)\//) ? 'record-parts' : 'parts'
}

const isOfMostPages = ({ isOfTheStart, pages, parts }: Users) =>
  isOfTheStart ||
  [...pages.values()].some((sort) => sort === 'list' || sort === 'record') ||
  // loaded ahead on every page
  [...parts].some((id) => id.includes('/src/components/floating/'))

/** The modules that the start, lists or records need, or what opens over any page. `output` as below. */
export function modulesOfMostPages(output: Output): readonly string[] {
  return [...usersOfModules(output)].flatMap(([id, users]) => (isOfMostPages(users) ? [id] : []))
}

/**
 * The name of the file that each module goes into; undefined for those that the bundler puts where they are needed.
 * `output` is what it makes when it is left alone: that tells what each page needs, without what is never used.
 */
export function groupsOfModules(output: Output): (id: string) => string | null {
  const users = usersOfModules(output)
  return (id) => {
    // as large as all the rest, and for documents alone
    if (/\/node_modules\/pdfjs-dist\/|\/src\/preview\/pdf\//.test(id)) return 'pdf'
    const known = users.get(id)
    // the start imports them
    if (id.includes('@mantine/core/styles/') && known && isOfMostPages(known)) return 'libraries'
    return (known && groupOf(id, known)) ?? null
  }
}

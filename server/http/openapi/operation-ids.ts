// The name of each operation in the documents and in generated clients. A rule makes it from method and path; where it
// reads badly, the route states another one as `operationId`. Names are kept once they are published.
import { bareObject } from '../../platform/bare-object.ts'
import { capitalised } from '../../platform/capitalised.ts'

interface Named {
  readonly method: string
  readonly path: string
  /** Whether it answers with many: an array, or an object with `items` or `data`. */
  readonly answersMany: boolean
}

interface Segment {
  readonly word: string
  /** One of those: a parameter follows. */
  readonly one: boolean
}

const verbs = bareObject<string>({ get: 'get', put: 'set', patch: 'update', delete: 'delete' })

/** Last words of addresses that say what is done, although they are read with GET or are not spelled as a verb. */
const actions = bareObject<string>({
  bulk: 'bulkUpdate',
  download: 'download',
  export: 'export',
  quickfind: 'quickFind',
  recent: 'listRecent',
  search: 'search',
  summary: 'summarize',
})

/** What is only linked, not part of what is before it in the address: a DELETE removes it from there and keeps it. */
const linked = new Set(['delegates', 'matter', 'members', 'parent', 'tags'])

/** Words of addresses whose name is another one. */
const names = bareObject<string>({
  contractstemplates: 'ContractTemplates',
  conversation: 'ConversationMessages',
  financialsettings: 'FinancialSettings',
  mattercategories: 'MatterCategories',
  tasktemplates: 'TaskTemplates',
})

/**
 * `listMatters`, `getContract`, `createMatterTag`; `completeTask` for a POST to what is no plural. Operations of v1 end
 * with V1, so that the document of everything has each name once.
 */
export function operationIdOf({ method, path, answersMany }: Named): string {
  const version = /^\/[\w-]+-apis\/v1\//.test(path) ? 'V1' : ''
  const segments = segmentsOf(path)
  const last = segments.at(-1) ?? { word: '', one: false }
  const action = last.one ? undefined : actions[last.word.toLowerCase()]
  const before = segments.slice(0, -1)
  if (action) return `${action}${namesOf(before)}${version}`
  const isAction = method === 'POST' && !last.one && !isPlural(wordOf(last.word))
  if (isAction) return `${camel(last.word)}${namesOf(before)}${version}`
  const verb =
    method === 'GET' && answersMany && !last.one
      ? 'list'
      : method === 'POST'
        ? 'create'
        : method === 'DELETE' && before.length > 0 && linked.has(last.word)
          ? 'remove'
          : (verbs[method.toLowerCase()] ?? '')
  const name = nameOf({ ...last, one: last.one || verb === 'create' })
  // what is listed below something is named after one of that
  return `${verb}${before.map((each) => singularIn(each)).join('')}${name}${version}`
}

/** The words of the path behind its version, and whether each names one of them. */
function segmentsOf(path: string): readonly Segment[] {
  const words = path
    .replace(/^\/(?:[\w-]+\/v1|v2)\//, '')
    .split('/')
    .filter((word) => word !== '')
  const segments = words.flatMap((word, at) =>
    isParameter(word) ? [] : [{ word, one: isParameter(words[at + 1] ?? '') }],
  )
  return segments.map(({ word, one }, at) => ({
    word: inContext(word, one || at === segments.length - 1),
    one,
  }))
}

/** `me` and `bin` describe what follows them. */
function inContext(word: string, isLast: boolean): string {
  if (word === 'bin') return isLast ? 'binnedFiles' : 'binned'
  return word === 'me' && !isLast ? 'my' : word
}

const isParameter = (word: string) => /^[:{]/.test(word)
const namesOf = (segments: readonly Segment[]) => segments.map(nameOf).join('')
const singularIn = ({ word }: Segment) => singular(wordOf(word))
const nameOf = ({ word, one }: Segment) => (one ? singular(wordOf(word)) : wordOf(word))
const wordOf = (word: string) => names[word.toLowerCase()] ?? capitalised(word)

const isPlural = (word: string) => /[^s]s$/.test(word)

const singular = (name: string) => {
  if (name.endsWith('ies')) return `${name.slice(0, -3)}y`
  return isPlural(name) ? name.slice(0, -1) : name
}

const camel = (word: string) => word.charAt(0).toLowerCase() + word.slice(1)

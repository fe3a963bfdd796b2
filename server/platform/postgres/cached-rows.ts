// Which rows the processes keep copies of in memory. A transaction that writes such a row announces it to all of them
// (announcements.ts), so nothing that writes has to remember to. docs/decisions/0071-announced-changes.md

/** What a process has to forget or read again. */
export const cacheTopics = ['rights', 'clock', 'keys', 'shown'] as const
export type CacheTopic = (typeof cacheTopics)[number]

interface CachedRows {
  readonly topic: CacheTopic
  /** What may change while a copy is kept; a new row has no copies unless others are made of it. */
  readonly writes: readonly ('insert' | 'update' | 'delete')[]
  /** The columns that copies are made of; without them, all. */
  readonly columns?: readonly string[]
}

/** By table. `test/house/cached-rows.test.ts` checks it against the statements that make the copies. */
export const cachedRows: ReadonlyMap<string, CachedRows> = new Map<string, CachedRows>([
  [
    'users',
    {
      topic: 'rights',
      writes: ['update', 'delete'],
      columns: [
        'status',
        'organisation_id',
        'first_name',
        'last_name',
        'email_key',
        'role',
        'permissions',
        'groups',
      ],
    },
  ],
  ['user_organisations', { topic: 'rights', writes: ['insert', 'update', 'delete'] }],
  ['organisations', { topic: 'rights', writes: ['update', 'delete'], columns: ['type'] }],
  ['organisation_features', { topic: 'rights', writes: ['insert', 'update', 'delete'] }],
  ['organisation_links', { topic: 'rights', writes: ['insert', 'update', 'delete'] }],
  ['teams', { topic: 'rights', writes: ['update', 'delete'], columns: ['deleted_at'] }],
  ['team_members', { topic: 'rights', writes: ['insert', 'update', 'delete'] }],
  [
    'sessions',
    {
      topic: 'rights',
      writes: ['update', 'delete'],
      columns: ['hash', 'user_id', 'expires_at', 'method', 'factor', 'verified_at'],
    },
  ],
  ['installation_administrators', { topic: 'rights', writes: ['insert', 'update', 'delete'] }],
  ['sign_in_policies', { topic: 'rights', writes: ['insert', 'update', 'delete'] }],
  [
    'oauth_grants',
    {
      topic: 'rights',
      writes: ['update', 'delete'],
      columns: ['user_id', 'client_id', 'ended_at', 'unproven'],
    },
  ],
  [
    'oauth_clients',
    {
      topic: 'rights',
      writes: ['insert', 'update', 'delete'],
      columns: ['status', 'available_to', 'organisation_id', 'redirect_uris'],
    },
  ],
  ['signing_keys', { topic: 'keys', writes: ['insert', 'update', 'delete'] }],
  ['clock', { topic: 'clock', writes: ['update'] }],
])

const names = { topic: 'shown', writes: ['update', 'delete'], columns: ['name'] } as const

/** By table: what lists show of other rows than their own. The same test checks it. */
export const shownRows: ReadonlyMap<string, CachedRows> = new Map<string, CachedRows>([
  [
    'users',
    {
      topic: 'shown',
      writes: ['update', 'delete'],
      columns: ['email', 'first_name', 'last_name', 'organisation_id'],
    },
  ],
  ['organisations', names],
  ['teams', names],
  ['matter_categories', names],
  ['contract_templates', { ...names, columns: ['name', 'category', 'group_id'] }],
  ['contract_groups', names],
  ['departments', names],
  ['regions', names],
  ['contract_entities', names],
  ['invoice_recipients', names],
  ['field_options', { ...names, columns: ['label', 'value'] }],
  ['fields', { ...names, columns: ['api_name', 'type', 'multiple', 'entity_column', 'deleted_at'] }],
  // a new part changes the form
  ['form_parts', { topic: 'shown', writes: ['insert', 'update', 'delete'] }],
  ['former_form_parts', { topic: 'shown', writes: ['insert', 'update', 'delete'] }],
  ['form_versions', { topic: 'shown', writes: ['insert', 'update', 'delete'] }],
])

const verbs = { 'insert into': 'insert', update: 'update', 'delete from': 'delete' } as const
const firstWords = /^\s*(?:(insert into|update|delete from) "?(\w+)"?|with\b)/
const anyWrite = /\b(insert into|update|delete from) "?(\w+)"?/g

/** The topics of the copies that this statement makes stale. */
export function staleAfter(text: string): readonly CacheTopic[] {
  const first = firstWords.exec(text)
  // most statements read
  if (!first) return []
  const writes = first[1] === undefined ? [...text.matchAll(anyWrite)] : [first]
  return writes.flatMap(([, verb, table]) => {
    return [cachedRows, shownRows].flatMap((tables) => {
      const cached = tables.get(table ?? '')
      if (!cached?.writes.includes(verbs[verb as keyof typeof verbs])) return []
      return verb !== 'update' || setsOneOf(text, cached.columns) ? [cached.topic] : []
    })
  })
}

function setsOneOf(text: string, columns: readonly string[] | undefined): boolean {
  if (!columns) return true
  const assignments = /\bset\b(.*?)(?:\bwhere\b|\bfrom\b|$)/s.exec(text)?.[1] ?? ''
  return columns.some((column) => new RegExp(`\\b${column}"? =`).test(assignments))
}

// Two ways to store records, in a schema each: `today`, a table for each kind with its own members and ids in what is
// attached, as migrations/schema.sql has it; and `one`, a table for what all kinds share, with members of all records,
// and a table for what each kind adds. Same rows, same indexes, as far as the tables allow.

const shared = `
  name text not null, status text not null, owner_id uuid not null, team_id bigint, external_id text,
  restricted boolean not null, created_at timestamptz not null, updated_at timestamptz not null,
  last_activity_at timestamptz not null, version bigint not null default 1, deleted_at timestamptz`

const added = {
  matter: 'category_id bigint not null, manager_id uuid, in_intake boolean not null, urgent boolean not null',
  contract: 'template_id bigint not null, expiry timestamp, executed_at timestamptz, parent_id bigint',
} as const

type Kind = keyof typeof added
const kinds = Object.keys(added) as readonly Kind[]

const people = 200
const sharedNames =
  'name, status, owner_id, team_id, external_id, restricted, created_at, updated_at, last_activity_at'
const addedNames = {
  matter: 'category_id, manager_id, in_intake, urgent',
  contract: 'template_id, expiry, executed_at, parent_id',
} as const

const person = (number: string) => `('00000000-0000-4000-8000-' || lpad((${number})::text, 12, '0'))::uuid`
const moment = (number: string) => `timestamptz '2024-01-01' + (${number}) * interval '1 minute'`

const sharedValues = `
  'Record ' || n, (array['Active','Active','Active','OnHold','Complete'])[1 + n % 5], ${person('n % 200')}, n % 12, null,
  n % 50 = 0, ${moment('n')}, ${moment('n + (n * 7919) % 100000')}, ${moment('n + (n * 104729) % 200000')}`
const addedValues = {
  matter: `n % 9, ${person('(n + 3) % 200')}, n % 40 = 0, n % 30 = 0`,
  contract: `n % 15, case when n % 3 > 0 then timestamp '2026-01-01' + (n % 1500) * interval '1 day' end, null, null`,
} as const

const today = (kind: Kind) => `
  create table today.${kind}s (organisation_id bigint not null, id bigint not null, ${shared}, ${added[kind]},
    primary key (organisation_id, id));
  create table today.${kind}_members (organisation_id bigint not null, ${kind}_id bigint not null, user_id uuid not null,
    added_at timestamptz not null, primary key (organisation_id, ${kind}_id, user_id));`

const one = (kind: Kind) => `
  create table one.${kind}s (organisation_id bigint not null, id bigint not null, ${added[kind]},
    primary key (organisation_id, id));`

const tables: readonly string[] = [
  `create schema today; create schema one;
  ${kinds.map(today).join('')}
  create table today.files (organisation_id bigint not null, id bigint generated always as identity, matter_id bigint,
    contract_id bigint, name text not null, primary key (organisation_id, id));
  create table one.records (organisation_id bigint not null, kind text not null, id bigint not null, ${shared},
    primary key (organisation_id, kind, id));
  ${kinds.map(one).join('')}
  create table one.record_members (organisation_id bigint not null, kind text not null, record_id bigint not null,
    user_id uuid not null, added_at timestamptz not null, primary key (organisation_id, kind, record_id, user_id));
  create table one.files (organisation_id bigint not null, id bigint generated always as identity, kind text not null,
    record_id bigint not null, name text not null, primary key (organisation_id, id));`,
]

const rows = (size: number): readonly string[] => [
  ...kinds.map(
    (kind) => `insert into today.${kind}s (organisation_id, id, ${sharedNames}, ${addedNames[kind]})
      select 1 + n % 10, n, ${sharedValues}, ${addedValues[kind]} from generate_series(1::bigint, ${size}) n`,
  ),
  ...kinds.map(
    (
      kind,
    ) => `insert into today.${kind}_members select distinct 1 + n % 10, n, ${person(`(n + m * 17) % ${people}`)},
      ${moment('n')} from generate_series(1::bigint, ${size}) n, generate_series(0, 2) m`,
  ),
  ...kinds.map(
    (kind) => `insert into today.files (organisation_id, ${kind}_id, name)
      select 1 + n % 10, n, 'File ' || m from generate_series(1::bigint, ${size}) n, generate_series(1, 2) m`,
  ),
  // in the order in which they are created in life: both kinds mixed
  `insert into one.records (organisation_id, kind, id, ${sharedNames})
    select organisation_id, kind, id, ${sharedNames} from (
      ${kinds.map((kind) => `select organisation_id, '${kind}' as kind, id, ${sharedNames} from today.${kind}s`).join(' union all ')}
    ) all_kinds order by id, kind`,
  ...kinds.map(
    (kind) => `insert into one.${kind}s select organisation_id, id, ${addedNames[kind]} from today.${kind}s`,
  ),
  ...kinds.map(
    (kind) =>
      `insert into one.record_members select organisation_id, '${kind}', ${kind}_id, user_id, added_at from today.${kind}_members`,
  ),
  ...kinds.map(
    (kind) => `insert into one.files (organisation_id, kind, record_id, name)
      select organisation_id, '${kind}', ${kind}_id, name from today.files where ${kind}_id is not null`,
  ),
]

const indexes: readonly string[] = [
  ...kinds.flatMap((kind) => [
    `create index on today.${kind}s (organisation_id, updated_at desc, id desc) where deleted_at is null`,
    `create index on today.${kind}s (organisation_id, last_activity_at desc, id desc) where deleted_at is null`,
    `create index on today.${kind}s (organisation_id, team_id, id) where deleted_at is null`,
    `create index on today.${kind}_members (user_id, organisation_id, ${kind}_id)`,
    `create index on today.files (organisation_id, ${kind}_id) where ${kind}_id is not null`,
  ]),
  `create index on today.contracts (organisation_id, expiry, id) where expiry is not null`,
  `create index on one.records (organisation_id, kind, updated_at desc, id desc) where deleted_at is null`,
  `create index on one.records (organisation_id, last_activity_at desc, id desc) where deleted_at is null`,
  `create index on one.records (organisation_id, kind, team_id, id) where deleted_at is null`,
  `create index on one.record_members (user_id, organisation_id, kind, record_id)`,
  `create index on one.files (organisation_id, kind, record_id)`,
  `create index on one.contracts (organisation_id, expiry, id) where expiry is not null`,
]

const references: readonly string[] = [
  // as strict as the product: what is attached refers to a record that exists
  ...kinds.flatMap((kind) => [
    `alter table today.${kind}_members add foreign key (organisation_id, ${kind}_id) references today.${kind}s`,
    `alter table today.files add foreign key (organisation_id, ${kind}_id) references today.${kind}s`,
  ]),
  `alter table one.record_members add foreign key (organisation_id, kind, record_id) references one.records`,
  `alter table one.files add foreign key (organisation_id, kind, record_id) references one.records`,
]

/** Both ways, filled with `size` records of each kind in ten organisations, with three members and two files each. */
export const statementsThatFill = (size: number): readonly string[] => [
  ...tables,
  ...rows(size),
  ...indexes,
  ...references,
  'vacuum analyze',
]

/** A read or a write in both ways: statements of one transaction with the same parameters. */
export interface Compared {
  readonly name: string
  readonly today: readonly string[]
  readonly one: readonly string[]
  /** Whether the parameters begin with a new id. */
  readonly creates?: true
}

const columns = sharedNames
const joined = 'one.records r join one.contracts c using (organisation_id, id)'
const mine = (schema: 'today' | 'one') =>
  schema === 'today'
    ? `exists (select from today.contract_members m where m.organisation_id = c.organisation_id and m.contract_id = c.id and m.user_id = $3)`
    : `exists (select from one.record_members m where m.organisation_id = r.organisation_id and m.kind = r.kind and m.record_id = r.id and m.user_id = $3)`

/** What the product does most. Parameters: organisation, id, person. */
export const compared: readonly Compared[] = [
  {
    name: 'one contract with what it adds, if a member',
    today: [
      `select ${columns}, expiry, executed_at from today.contracts c where organisation_id = $1 and id = $2 and (not restricted or ${mine('today')})`,
    ],
    one: [
      `select ${columns}, expiry, executed_at from ${joined} where r.kind = 'contract' and organisation_id = $1 and id = $2 and (not restricted or ${mine('one')})`,
    ],
  },
  {
    name: 'first page of contracts by last change',
    today: [
      `select id, ${columns}, expiry, executed_at from today.contracts c where organisation_id = $1 and deleted_at is null and id <> $2 and (not restricted or ${mine('today')}) order by updated_at desc, id desc limit 50`,
    ],
    one: [
      `select id, ${columns}, expiry, executed_at from ${joined} where r.kind = 'contract' and organisation_id = $1 and deleted_at is null and id <> $2 and (not restricted or ${mine('one')}) order by updated_at desc, id desc limit 50`,
    ],
  },
  {
    name: 'a page of contracts by expiry',
    today: [
      `select id, ${columns}, expiry from today.contracts c where organisation_id = $1 and deleted_at is null and expiry > timestamp '2026-06-01' and id <> $2 and (not restricted or ${mine('today')}) order by expiry, id limit 50`,
    ],
    one: [
      `select id, ${columns}, expiry from ${joined} where r.kind = 'contract' and organisation_id = $1 and deleted_at is null and expiry > timestamp '2026-06-01' and id <> $2 and (not restricted or ${mine('one')}) order by expiry, id limit 50`,
    ],
  },
  {
    name: 'latest activity of both kinds',
    today: [
      `select * from ((select 'contract', id, name, last_activity_at from today.contracts where organisation_id = $1 and deleted_at is null and id <> $2 and owner_id <> $3 order by last_activity_at desc, id desc limit 20)
        union all (select 'matter', id, name, last_activity_at from today.matters where organisation_id = $1 and deleted_at is null and id <> $2 and owner_id <> $3 order by last_activity_at desc, id desc limit 20)) latest
        order by last_activity_at desc, id desc limit 20`,
    ],
    one: [
      `select kind, id, name, last_activity_at from one.records where organisation_id = $1 and deleted_at is null and id <> $2 and owner_id <> $3 order by last_activity_at desc, id desc limit 20`,
    ],
  },
  {
    name: 'contracts of a person',
    today: [
      `select count(*) from today.contract_members m join today.contracts c on c.organisation_id = m.organisation_id and c.id = m.contract_id where m.user_id = $3 and m.organisation_id = $1 and c.id <> $2 and c.deleted_at is null`,
    ],
    one: [
      `select count(*) from one.record_members m join one.records r on r.organisation_id = m.organisation_id and r.kind = m.kind and r.id = m.record_id where m.user_id = $3 and m.organisation_id = $1 and m.kind = 'contract' and r.id <> $2 and r.deleted_at is null`,
    ],
  },
  {
    name: 'files of a contract',
    today: [
      `select id, name from today.files where organisation_id = $1 and contract_id = $2 and $3::uuid is not null`,
    ],
    one: [
      `select id, name from one.files where organisation_id = $1 and kind = 'contract' and record_id = $2 and $3::uuid is not null`,
    ],
  },
  {
    name: 'change a contract',
    today: [
      `update today.contracts set name = 'Changed ' || version, version = version + 1, updated_at = now(), last_activity_at = now() where organisation_id = $1 and id = $2 and $3::uuid is not null`,
    ],
    one: [
      `update one.records set name = 'Changed ' || version, version = version + 1, updated_at = now(), last_activity_at = now() where organisation_id = $1 and kind = 'contract' and id = $2 and $3::uuid is not null`,
    ],
  },
  {
    name: 'create a contract with a member and a file',
    creates: true,
    today: [
      `with new as (insert into today.contracts (organisation_id, id, name, status, owner_id, restricted, created_at, updated_at, last_activity_at, template_id)
        values ($1, $2, 'New', 'Active', $3, false, now(), now(), now(), 1)) insert into today.contract_members values ($1, $2, $3, now())`,
      `insert into today.files (organisation_id, contract_id, name) select $1::bigint, $2::bigint, 'New' where $3::uuid is not null`,
    ],
    one: [
      `with new as (insert into one.records (organisation_id, kind, id, name, status, owner_id, restricted, created_at, updated_at, last_activity_at)
        values ($1, 'contract', $2, 'New', 'Active', $3, false, now(), now(), now())),
        details as (insert into one.contracts (organisation_id, id, template_id) values ($1, $2, 1))
        insert into one.record_members values ($1, 'contract', $2, $3, now())`,
      `insert into one.files (organisation_id, kind, record_id, name) select $1::bigint, 'contract', $2::bigint, 'New' where $3::uuid is not null`,
    ],
  },
]

// The schema after the last migration, and what the rules report for schemas that break them.
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase } from '../database.ts'
import { wrongInSchema } from './schema-rules.ts'

let client: pg.Client
let drop: () => Promise<void>
beforeAll(async () => {
  const database = await cloneDatabase()
  client = new pg.Client(database.connection)
  await client.connect()
  drop = database.drop
})
afterAll(async () => {
  await client.end()
  await drop()
})

test('the migrated schema follows the rules', async () => {
  expect(await wrongInSchema(client)).toEqual([])
})

const things = (columns: string) => `create sequence things_id; create table things (${columns})`
const id = "id bigint not null default nextval('things_id') check (id between 1 and 2147483647)"
const key = 'constraint things_pkey primary key (organisation_id, id)'
const good = `organisation_id bigint not null, ${id}, ${key}`

test.each([
  [
    'a table of nobody',
    things(`${id}, constraint things_pkey primary key (id)`),
    /belongs to no organisation/,
  ],
  [
    'an organisation that may be missing',
    things(`organisation_id bigint, ${id}, constraint things_pkey primary key (id)`),
    /belongs to no organisation/,
  ],
  [
    'a key that begins with the id',
    things(
      `organisation_id bigint not null, ${id}, constraint things_pkey primary key (id, organisation_id)`,
    ),
    /must begin with organisation_id/,
  ],
  [
    'a name unique among all',
    things(`${good}, name text, constraint things_name unique (name)`),
    /within an organisation/,
  ],
  [
    'an index unique among all',
    `${things(`${good}, name text`)}; create unique index things_name on things (lower(name))`,
    /within an organisation/,
  ],
  [
    'an id without a sequence of its own',
    things(
      `organisation_id bigint not null, id bigint not null default nextval('contracts_id') check (id between 1 and 2147483647), ${key}`,
    ),
    /sequence made with the table/,
  ],
  [
    'an id without limit',
    things(`organisation_id bigint not null, id bigint not null default nextval('things_id'), ${key}`),
    /must stay within/,
  ],
  [
    'an int id',
    things(
      `organisation_id bigint not null, id int not null default nextval('things_id') check (id between 1 and 2147483647), ${key}`,
    ),
    /must be a bigint/,
  ],
  [
    'a reference across organisations',
    things(
      `${good}, team_id bigint, team_organisation bigint, constraint things_team foreign key (team_organisation, team_id) references teams (organisation_id, id)`,
    ),
    /both sides need organisation_id/,
  ],
  [
    'a reference that is set to null',
    things(
      `${good}, user_id uuid, constraint things_user foreign key (user_id) references users (id) on delete set null`,
    ),
    /only "no action" and "cascade"/,
  ],
  [
    'a small table that refers to one of an organisation',
    'alter table clock add o bigint, add t bigint, add constraint clock_team foreign key (o, t) references teams (organisation_id, id)',
    /cannot refer to it/,
  ],
  [
    'a reference to events',
    things(
      `${good}, at timestamptz, constraint things_event foreign key (organisation_id, id, at) references events (organisation_id, id, at)`,
    ),
    /nothing refers to them/,
  ],
  ['a generated name', things(`${good}, name text check (name <> '')`), /a name of your own/],
  [
    'a long name',
    things(
      `${good}, name text, constraint things_have_a_name_that_is_longer_than_a_shard_would_allow check (name <> '')`,
    ),
    /50 characters/,
  ],
  [
    'a trigger',
    "create function f() returns trigger language plpgsql as 'begin return new; end'; create trigger t before insert on teams for each row execute function f()",
    /trigger t: a sharded/,
  ],
  ['row security', 'alter table teams enable row level security', /row security of teams/],
  ['a view', 'create view v as select 1', /view v: a sharded/],
])('%s is noticed', async (_, sql, complaint) => {
  expect((await wrongAfter(sql)).join('\n')).toMatch(complaint)
})

test('a table that follows the rules is accepted', async () => {
  const wrong = await wrongAfter(
    things(`${good}, team_id bigint, user_id uuid, name text,
      constraint things_name_unique unique (organisation_id, name),
      constraint things_user foreign key (user_id) references users (id),
      constraint things_team foreign key (organisation_id, team_id) references teams (organisation_id, id) on delete cascade`),
  )
  expect(wrong).toEqual([])
})

/** What would be wrong if the schema were changed like this. */
async function wrongAfter(sql: string): Promise<readonly string[]> {
  await client.query('begin')
  try {
    await client.query(sql)
    return await wrongInSchema(client)
  } finally {
    await client.query('rollback')
  }
}

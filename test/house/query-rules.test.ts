// The rules for statements, tried on statements that keep them and on such that do not.
import { beforeAll, expect, test } from 'vitest'
import { loadQueryRules, wrongInQuery } from './query-rules.ts'

beforeAll(() => loadQueryRules())

test.each([
  'select 1',
  'begin',
  'select * from users where id = $1',
  'select id from contracts where organisation_id = $1',
  'select id from "contracts" where "contracts"."organisation_id" in ($1, $2) and id = $3',
  'select c.id from contracts c where c.organisation_id = any($1)',
  'select c.id from contracts c join matters m on m.organisation_id = c.organisation_id and m.id = c.matter_id where c.organisation_id = $1',
  'select c.id from contracts c join matters m on m.organisation_id = c.organisation_id join tags t on t.organisation_id = m.organisation_id where t.organisation_id = $1',
  'select c.id from contracts c join (select organisation_id, id from matters where organisation_id = $1) m on m.organisation_id = c.organisation_id',
  'select m.id from unnest($1::bigint[], $2::bigint[]) as n (organisation_id, id) join matters m on m.organisation_id = n.organisation_id and m.id = n.id',
  `select id from contracts where organisation_id = $1 and exists (
     select 1 from contract_members as m where m.organisation_id = contracts.organisation_id and m.user_id = $2)`,
  'select id from contracts where organisation_id in (select organisation_id from user_organisations where user_id = $1)',
  'select id from contracts where (organisation_id, id) = ($1, $2)',
  'with mine as (select id from contracts where organisation_id = $1) select id from mine',
  'insert into contracts (organisation_id, name) values ($1, $2) returning id',
  'update contracts set name = $1, updated_at = $2 where organisation_id = $3 and id = $4',
  "update storage_holds set held_until = clock_timestamp() + interval '5 minutes' where id = $1",
  'delete from contract_members where organisation_id = $1 and contract_id = $2',
  'select * from graphile_worker.jobs',
  'select /* every organisation: finds who has due work, before any lock */ distinct organisation_id from deliveries',
])('keeps the rules: %s [P-26]', (query) => {
  expect(wrongInQuery(query)).toEqual([])
})

test.each([
  ['select id from contracts where id = $1', 'without its organisation'],
  ['select id from contracts where organisation_id = $1 or id = $2', 'without its organisation'],
  ['select id from contracts where organisation_id > $1', 'without its organisation'],
  ['select id from contracts where not (organisation_id = $1)', 'without its organisation'],
  [
    'select c.id from contracts c join matters m on m.id = c.matter_id where c.organisation_id = $1',
    'matters as m',
  ],
  [
    'select id from contracts where organisation_id = $1 and exists (select 1 from contract_members m where m.user_id = $2)',
    'contract_members as m',
  ],
  // bound to each other only, in joins of any kind and in subselects with and without parentheses
  [
    'select c.id from contracts c join matters m on m.organisation_id = c.organisation_id and m.id = c.matter_id',
    'contracts as c',
  ],
  ['select c.id from contracts c, matters m where m.organisation_id = c.organisation_id', 'matters as m'],
  ['select id from contracts c where c.organisation_id = c.organisation_id', 'contracts as c'],
  [
    'select c.id from contracts c left join (matters m join tags t on t.organisation_id = m.organisation_id) on m.id = c.matter_id where c.organisation_id = $1',
    'matters as m',
  ],
  [
    'select (select name from matters m where m.id = c.matter_id) from contracts c where c.organisation_id = $1',
    'matters as m',
  ],
  [
    'select c.id from contracts c join (select id from matters where id = $2) m on m.id = c.matter_id where c.organisation_id = $1',
    'matters is read',
  ],
  [
    'select c.id from contracts c cross join lateral (select 1 from matters m where m.id = c.matter_id) l where c.organisation_id = $1',
    'matters as m',
  ],
  [
    'select id from contracts where organisation_id = $1 and id in ((select contract_id from contract_members where user_id = $2))',
    'contract_members is read',
  ],
  ['select array(select team_id from team_members where user_id = users.id) from users', 'team_members'],
  ['with all_of_them as (select id from contracts) select id from all_of_them', 'without its organisation'],
  ['select id from users union select id from contracts', 'without its organisation'],
  ['insert into contracts (organisation_id, name) values', 'cannot read it'],
  ['update contracts set name = $1 where id = $2', 'without its organisation'],
  ['delete from contracts', 'without its organisation'],
  ['insert into contracts (name) values ($1)', 'names no organisation_id'],
  ['update contracts set updated_at = now() where organisation_id = $1', 'app.clock'],
  [
    'insert into contracts (organisation_id, id) values ($1, $2) on conflict (organisation_id, id) do update set updated_at = current_timestamp',
    'app.clock',
  ],
  ['insert into contracts (organisation_id, name) values ($1, $2) returning lower(name)', 'plain columns'],
  [
    'with gone as (delete from contracts where organisation_id = $1 returning id) select id from gone',
    'with-clause must not write',
  ],
  [
    'select /* every organisation: claims what is due, wherever it is */ id from deliveries for update skip locked',
    'without its organisation',
  ],
  ['merge into contracts c using matters m on c.id = m.id when matched then do nothing', 'MERGE'],
])('breaks a rule: %s', (query, complaint) => {
  expect(wrongInQuery(query).join('\n')).toContain(complaint)
})

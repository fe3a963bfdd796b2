// Each property of a matter whose change is published, one by one.
import { expect, test } from 'vitest'
import { createTeam, createUser } from '../../test/factories.ts'
import {
  createMatter,
  insertCategory,
  insertMatter,
  type MatterWorld,
  matterWorld,
  mattersPath,
  topicsOf,
} from '../../test/fixtures/matters.ts'
import { useTestApp } from '../../test/test-app.ts'

const parts = useTestApp()
const updated = ['matter.updated']

const person = async ({ organisationId }: MatterWorld) => (await createUser(parts.app, { organisationId })).id

const changes: readonly [
  property: string,
  value: (here: MatterWorld) => unknown,
  topics: readonly string[],
][] = [
  ['Name', () => 'Another name', updated],
  ['CategoryId', ({ organisationId }) => insertCategory(parts.app, organisationId), updated],
  ['OwnerId', person, updated],
  ['ManagerId', person, updated],
  ['TeamId', (here) => createTeam(parts.app, here), updated],
  ['Restricted', () => true, updated],
  ['Urgent', () => true, updated],
  ['ExternalId', () => 'HR-1', updated],
  ['ParentId', (here) => insertMatter(parts.app, here), updated],
  ['Status', () => 'Scoping', ['matter.updated', 'matter.status.updated']],
]

test.each(changes)(
  'a change of %s is published, an unchanged value is not [M-50]',
  async (property, value, topics) => {
    const here = await matterWorld(parts)
    const id = await createMatter(here)
    const change = { [property]: await value(here) }
    for (let time = 0; time < 2; time++) {
      const answer = await here.caller.patch(`${mattersPath}/${id}`, change)
      expect(answer.statusCode, answer.body).toBe(200)
    }
    expect(await topicsOf(parts, here.organisationId, id)).toEqual(['matter.created', ...topics])
  },
)

test('leaving intake is published [M-50]', async () => {
  const here = await matterWorld(parts)
  const id = await createMatter(here, { managerId: here.owner.id })
  await here.caller.patch(`${mattersPath}/${id}`, { ManagerId: null })
  await here.caller.patch(`${mattersPath}/${id}`, { ManagerId: here.owner.id })
  expect(await topicsOf(parts, here.organisationId, id)).toEqual(['matter.created', ...updated, ...updated])
})

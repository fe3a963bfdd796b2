import { describe, expect, test } from 'vitest'
import { createTeam } from '../../../test/factories.ts'
import {
  createMatter,
  insertMatter,
  matterWorld,
  mattersPath as matters,
} from '../../../test/fixtures/matters.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { systemActor } from '../../platform/events/change.ts'
import { createMatterCategory } from './create-matter-category.ts'
import { deleteMatterCategory } from './delete-matter-category.ts'

const parts = useTestApp()
const actor = systemActor('test')

interface Node {
  readonly id: number
  readonly name: string
  readonly isDeleted: boolean
  readonly children: readonly Node[]
}

async function world() {
  const here = await matterWorld(parts)
  const make = (category: Omit<Parameters<typeof createMatterCategory>[2], 'organisationId'>) =>
    createMatterCategory(parts.app, actor, { organisationId: here.organisationId, ...category })
  const tree = async () => (await here.caller.get('/matter-apis/v1/mattercategories')).json<Node[]>()
  return { ...here, make, tree }
}

describe('the categories of matters', () => {
  test('are a tree, by name, with what each says of new matters [M-1]', async () => {
    const { make, tree, organisationId, categoryId, owner } = await world()
    const teamId = await createTeam(parts.app, { organisationId })
    const disputes = await make({ name: ' Disputes ' })
    const court = await make({ name: 'court', parentId: disputes, teamId, teamRequired: true })
    const appeals = await make({ name: 'Appeals', parentId: court, rules: { managerId: owner.id } })
    const arbitration = await make({ name: 'Arbitration', parentId: disputes })
    const plain = { teamId: null, isDeleted: false, teamRequired: false, hasRules: false, children: [] }
    expect(await tree()).toEqual([
      {
        ...plain,
        id: disputes,
        parentId: null,
        name: 'Disputes',
        children: [
          { ...plain, id: arbitration, parentId: disputes, name: 'Arbitration' },
          {
            ...plain,
            id: court,
            parentId: disputes,
            name: 'court',
            teamId,
            teamRequired: true,
            children: [{ ...plain, id: appeals, parentId: court, name: 'Appeals', hasRules: true }],
          },
        ],
      },
      { ...plain, id: categoryId, parentId: null, name: 'Employment' },
    ])
  })

  test('have a name that differ from each other, without regard to case, and stand below one in use', async () => {
    const { make, tree, categoryId } = await world()
    const refused = (category: Parameters<typeof make>[0]) =>
      make(category).then(
        () => 'made',
        (error: { code?: string }) => error.code,
      )
    expect(await refused({ name: 'employment' })).toBe('conflict')
    expect(await refused({ name: 'Employment', parentId: categoryId })).toBe('made')
    expect(await refused({ name: ' ' })).toBe('bad_request')
    expect(await refused({ name: 'x', parentId: 2_000_000_000 })).toBe('bad_request')
    expect(await refused({ name: 'x', teamId: 2_000_000_000 })).toBe('bad_request')
    expect(await tree()).toHaveLength(1)
  })

  test('are deleted with those below them: matters keep them, new ones cannot have them, and the name is free', async () => {
    const { make, tree, organisationId, caller, owner } = await world()
    const { app } = parts
    const above = await make({ name: 'Property' })
    const below = await make({ name: 'Leases', parentId: above })
    const matterId = await insertMatter(app, { owner, categoryId: below })
    await deleteMatterCategory(app, actor, { organisationId, id: above })
    const property = (await tree()).find(({ id }) => id === above)
    expect(property).toMatchObject({ isDeleted: true, children: [{ id: below, isDeleted: true }] })
    expect((await caller.get(`${matters}/${matterId}`)).json()).toMatchObject({ categoryId: below })
    expect((await caller.post(matters, { categoryId: below })).statusCode).toBe(400)
    expect((await caller.patch(`${matters}/${matterId}`, { CategoryId: above })).statusCode).toBe(400)
    expect(
      (await caller.patch(`${matters}/${matterId}`, { CategoryId: below, Name: 'Kept' })).statusCode,
    ).toBe(200)
    const again = await make({ name: 'Property' })
    expect(await createMatter({ caller, categoryId: again })).toBeGreaterThan(0)
    await expect(deleteMatterCategory(app, actor, { organisationId, id: above })).rejects.toMatchObject({
      code: 'not_found',
    })
  })
})

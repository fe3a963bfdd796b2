// Categories of matters in the shape of v1: a tree.
import Type from 'typebox'
import { nullable } from '../../http/v1/people.wire.ts'
import type { MatterCategory } from '../categories.ts'

interface CategoryNode {
  readonly id: number
  readonly parentId: number | null
  readonly name: string
  readonly children: CategoryNode[]
  readonly teamId: number | null
  readonly isDeleted: boolean
  readonly teamRequired: boolean
  readonly hasRules: boolean
}

/** A category with those below it; it refers to itself, so that it has a name and is added to the server. */
export const categorySchema = Type.Object(
  {
    id: Type.Integer(),
    parentId: nullable<number>('integer'),
    name: nullable<string>('string'),
    children: Type.Unsafe({ type: ['array', 'null'], items: { $ref: 'MatterCategory#' } }),
    teamId: nullable<number>('integer'),
    isDeleted: Type.Boolean(),
    teamRequired: Type.Boolean(),
    hasRules: Type.Boolean(),
  },
  { $id: 'MatterCategory' },
)

/** The same schema inside another one. */
export const categoryRef = Type.Unsafe<CategoryNode>({ $ref: 'MatterCategory#' })

/** The categories as a tree, in the order in which they come; each below its parent. */
export function categoriesToV1(categories: readonly MatterCategory[]): CategoryNode[] {
  const nodes = new Map(categories.map((category) => [category.id, nodeOf(category)]))
  const tops: CategoryNode[] = []
  for (const { id, parentId } of categories) {
    const node = nodes.get(id)
    const above = parentId === null ? tops : nodes.get(parentId)?.children
    if (node && above) above.push(node)
  }
  return tops
}

const nodeOf = ({
  id,
  parentId,
  name,
  teamId,
  isDeleted,
  teamRequired,
  rules,
}: MatterCategory): CategoryNode => ({
  id,
  parentId,
  name,
  children: [],
  teamId,
  isDeleted,
  teamRequired,
  hasRules: rules !== null,
})

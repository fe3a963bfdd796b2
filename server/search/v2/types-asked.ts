// The types that a search asks for, as a parameter of the address.
import { badInput } from '../../platform/errors.ts'

/**
 * The types of a list separated by commas, in any case, each once; all for none. Throws 400 for one that is not known.
 */
export function typesFrom<Type extends string>(
  text: string | undefined,
  known: readonly Type[],
): readonly Type[] {
  if (text === undefined || text.trim() === '') return known
  const asked = text.split(',').map((name) => {
    const type = known.find((each) => each.toLowerCase() === name.trim().toLowerCase())
    if (!type) throw badInput('types', `must be some of ${known.join(', ')}, separated by commas.`)
    return type
  })
  return [...new Set(asked)]
}

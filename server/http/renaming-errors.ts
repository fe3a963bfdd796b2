// Refusals by the names that a caller knows: operations tell them by their own.
import { AppError, badInputs } from '../platform/errors.ts'

/** Runs `work`; errors that it tells by names of `names` are told by those names instead. */
export async function renamingErrors<Result>(
  names: () => ReadonlyMap<string, string>,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof AppError) || !error.errors) throw error
    const known = names()
    const renamed = Object.entries(error.errors).map(([name, messages]): [string, string[]] => {
      const other = known.get(name)
      return [other ?? name, messages.map((each) => (other ? retold(each, name, other) : each))]
    })
    throw badInputs(Object.fromEntries(renamed), error.leftOut)
  }
}

/** The names for `renamingErrors` where the wire has `TeamId` for what operations call `teamId`. */
export const inPascalCase = (names: readonly string[]) => (): ReadonlyMap<string, string> =>
  new Map(names.map((name) => [name.charAt(0).toLowerCase() + name.slice(1), name]))

/** A message begins with the name, which may be a word of the sentence as well. */
const retold = (message: string, name: string, other: string) =>
  message.startsWith(`${name} `) ? other + message.slice(name.length) : message.replaceAll(name, other)

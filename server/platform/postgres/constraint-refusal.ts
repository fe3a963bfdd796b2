// What the violation of a constraint means for a caller whose input no operation has refused: the property, and what
// would be right.
import pg from 'pg'
import { AppError, badInput } from '../errors.ts'
import { checkedInputs } from './checked-inputs.ts'

/**
 * The refusal for a violated constraint, or undefined if no input can have violated it: then it is a defect. Operations
 * that know more of it recognise the error before it gets here.
 */
export function constraintRefusal(error: unknown): AppError | undefined {
  if (!(error instanceof pg.DatabaseError)) return undefined
  switch (error.code) {
    case '23514': {
      const input = checkedInputs[constraintOf(error)]
      return input && badInput(input.path, input.reason)
    }
    case '23502':
      return error.column === undefined || isOwn(error.column)
        ? undefined
        : badInput(propertyOf(error.column), 'is missing.')
    case '23503':
      return ofReference(error)
    case '23505':
      return ofKey(error)
    default:
      return undefined
  }
}

/**
 * The error as a refusal that names what to do, for who reports it in a result of their own; undefined for what is no
 * caller's fault.
 */
export function refusalOf(error: unknown): AppError | undefined {
  const known = error instanceof AppError ? error : constraintRefusal(error)
  return known && known.status < 500 ? known : undefined
}

/** A sharded database appends `_<digits>` to the name. */
export const constraintOf = ({ constraint = '' }: Pick<pg.DatabaseError, 'constraint'>): string =>
  constraint.replace(/_\d+$/, '')

const isOwn = (column: string): boolean =>
  /^(id|.*organisation_id|created_(at|by)|updated_(at|by))$/.test(column)

/** A row that is still used cannot go; a row that is named has to exist. */
function ofReference(error: pg.DatabaseError): AppError | undefined {
  const column = columnsIn(error.detail).findLast((each) => each !== 'organisation_id')
  if (column === undefined) return undefined
  if (column === 'id')
    return new AppError('conflict', 'Something else still uses it, so it cannot be removed.')
  return isOwn(column) ? undefined : badInput(propertyOf(column), 'must be something that exists.')
}

function ofKey(error: pg.DatabaseError): AppError | undefined {
  const columns = columnsIn(error.detail).filter((each) => !isOwn(each))
  const column = columns.at(-1)
  if (column === undefined) return undefined
  const property = propertyOf(column)
  const reason = `${property} is taken: something else has this value already, or was given it at the same time.`
  return new AppError('conflict', reason, { errors: { [property]: [reason] } })
}

/**
 * The columns of a violated key. The words of the detail are in the language of the database, its form is not:
 * `Key (organisation_id, lower(name))=(1, lease) …`
 */
function columnsIn(detail = ''): readonly string[] {
  const key = detail.slice(0, Math.max(0, detail.indexOf(')=('))).slice(detail.indexOf('(') + 1)
  const words = key.replace(/'[^']*'|::[a-z]+/g, '').split(/[^a-z0-9_]+/)
  return words.filter((word) => /^[a-z]/.test(word) && !functions.has(word))
}

const functions = new Set(['lower', 'btrim', 'normalize', 'regexp_replace', 'md5'])

/** `team_id` is the property `teamId`. */
const propertyOf = (column: string): string =>
  column.replace(/_key$/, '').replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

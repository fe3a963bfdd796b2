// A person's full name as the database makes it.
import { sql } from 'kysely'

// what JavaScript's trim removes
const whitespace = sql.lit(
  '\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff',
)

/** First and last name of the user with this alias, as `fullNameOf` joins them. */
export const fullNameSql = (alias: string) =>
  sql<string>`btrim(${sql.ref(`${alias}.first_name`)} || ' ' || ${sql.ref(`${alias}.last_name`)}, ${whitespace})`

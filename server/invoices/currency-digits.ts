// SQL that depends on the decimal places of a currency.
import { type RawBuilder, sql } from 'kysely'
import { currenciesByDigits } from '../platform/currencies.ts'

/** Most currencies have two; those with another number, by that number. */
const usual = 2
const others = [...currenciesByDigits()].filter(([digits]) => digits !== usual)

/** SQL: what stands for the decimal places of a currency. */
export const byDigits = (currency: RawBuilder<unknown>, of: (digits: number) => RawBuilder<unknown>) =>
  sql`(case ${sql.join(
    others.map(
      ([digits, codes]) =>
        sql`when ${currency} in (${sql.join(codes.map((code) => sql.lit(code)))}) then ${of(digits)}`,
    ),
    sql` `,
  )} else ${of(usual)} end)`

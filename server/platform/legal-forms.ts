// Names of companies without what they write behind them: that says nothing about which company it is.
import { type RawBuilder, sql } from 'kysely'

const words = [
  'ltd|limited|llc|llp|lp|plc|inc|incorporated|corp|corporation|co|company|pty|pte|bv|nv|sa|sas|sarl|srl|spa|sl|ag|gmbh',
  'mbh|kg|ohg|ug|se|ab|as|asa|oy|oyj|aps|kft|sro|spzoo|the|und|and|et',
].join('|')

/** The letters and digits of a name, small and without legal form; empty where nothing else is in it. */
export const bareNameSql = (name: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`regexp_replace(regexp_replace(regexp_replace(lower(${name}), '\\.', '', 'g'),
    ${`\\m(${words})\\M`}, ' ', 'g'), '[^[:alnum:]]+', '', 'g')`

const inText = new RegExp(`(?<![\\p{L}\\d])(?:${words})(?![\\p{L}\\d])`, 'gu')

/** The words of a name, small and without legal form, with one space between. */
export const bareNameOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[.'’]/g, '')
    .replace(inText, ' ')
    .split(/[^\p{L}\d]/u)
    .filter((word) => word !== '')
    .join(' ')

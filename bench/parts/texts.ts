// Texts as contracts have them: a vocabulary of 50,000 words of which few are frequent (Zipf's law), the most frequent
// of them real.
import type pg from 'pg'
import type { RunningApp } from '../../server/operations/process/app.ts'
import type { Organisation } from './asking.ts'

const frequent =
  'the of and to or in any agreement party shall by this for be with such other as is that not on which may section from under all its date information services parties notice provided without term rights contract company including product time made each confidential business payment obligations written terms customer supplier law termination upon liability claims person respect subject breach period days amount prior applicable required reasonable licence property effect performance'.split(
    ' ',
  )
const syllables =
  'ba be bi bo da de di do fa fe fi ga go ha he la le li lo lu ma me mi mo na ne ni no pa pe pi po ra re ri ro sa se si so ta te ti to va ve vi con per tra pro ment tion al er ist or'.split(
    ' ',
  )
const vocabularySize = 50_000

/** Words from the most frequent to the rarest, and random numbers that are the same every time. */
export function createVocabulary(seed: number) {
  const random = randomFrom(seed)
  const words = [...frequent]
  const known = new Set(words)
  const making = randomFrom(1)
  while (words.length < vocabularySize) {
    const count = 2 + Math.floor(making() * 3)
    const word = Array.from({ length: count }, () => syllables[Math.floor(making() * syllables.length)]).join(
      '',
    )
    if (known.has(word)) continue
    known.add(word)
    words.push(word)
  }
  return { words, random, draw: drawer(words, random) }
}

function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Draws words by Zipf's law: the nth is n times rarer than the first. */
function drawer(words: readonly string[], random: () => number): () => string {
  const sums = new Float64Array(words.length)
  let sum = 0
  for (let rank = 0; rank < words.length; rank++) sums[rank] = sum += 1 / (rank + 2.7)
  return () => {
    const wanted = random() * sum
    let [low, high] = [0, words.length - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((sums[middle] ?? 0) < wanted) low = middle + 1
      else high = middle
    }
    return words[low] ?? ''
  }
}

interface Seeding {
  readonly count: number
  /** The median of how many words a text has. */
  readonly words: number
  readonly signal: AbortSignal
}

const atOnce = 1_000

/**
 * Gives the organisation files with texts, as if they had been uploaded and indexed; their contents are not in the
 * storage.
 */
export async function seedTexts(
  { database }: RunningApp,
  { id, matterIds, contractIds }: Organisation,
  { count, words: median, signal }: Seeding,
): Promise<void> {
  const { random, draw } = createVocabulary(3)
  const client = await database.pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    const owner = await client.query<{ id: string }>(
      'select id from users where organisation_id = $1 limit 1',
      [id],
    )
    const definition = await client.query<{ text: string }>(
      `select pg_get_indexdef('file_words_by_word'::regclass) as text`,
    )
    // made afterwards at once
    await client.query('drop index file_words_by_word')
    for (let first = 0; first < count; first += atOnce) {
      signal.throwIfAborted()
      const texts = Array.from({ length: Math.min(atOnce, count - first) }, (_, place) => {
        const length = Math.ceil(median * Math.exp(0.5 * (random() + random() + random() - 1.5) * 2))
        const text = Array.from({ length }, draw).join(' ')
        const number = first + place
        const onMatter = number % 2 === 0
        const ids = onMatter ? matterIds : contractIds
        return { number, text, record: ids[Math.floor(random() * ids.length)] ?? 0, onMatter }
      })
      await insertTexts(client, { organisationId: id, userId: owner.rows[0]?.id ?? '', texts })
    }
    await client.query(definition.rows[0]?.text ?? '')
  } finally {
    client.release(true)
  }
}

interface Texts {
  readonly organisationId: number
  readonly userId: string
  readonly texts: readonly { number: number; text: string; record: number; onMatter: boolean }[]
}

async function insertTexts(client: pg.PoolClient, { organisationId, userId, texts }: Texts): Promise<void> {
  const made = await client.query<{ id: number; number: number }>(
    `insert into files (organisation_id, kind, contract_id, matter_id, name, version, size, content_type,
       created_by, created_at, updated_by, updated_at)
     select $1, 'File', case when not t.m then t.r end, case when t.m then t.r end, 'Document ' || t.n || '.pdf', 1,
       length(t.text), 'application/pdf', $2, now(), $2, now()
     from unnest($3::bigint[], $4::bigint[], $5::boolean[], $6::text[]) as t (n, r, m, text)
     returning id, substring(name from '[0-9]+')::bigint as number`,
    [
      organisationId,
      userId,
      texts.map(({ number }) => number),
      texts.map(({ record }) => record),
      texts.map(({ onMatter }) => onMatter),
      texts.map(({ text }) => text),
    ],
  )
  const byNumber = new Map(texts.map((each) => [each.number, each]))
  const all = made.rows.map(({ id, number }) => ({ id, ...(byNumber.get(number) ?? { text: '' }) }))
  const values = [organisationId, userId, all.map(({ id }) => id), all.map(({ text }) => text)]
  const each = `from unnest($3::bigint[], $4::text[]) as t (id, text)`
  await client.query(
    `insert into file_versions (organisation_id, file_id, version, storage_key, size, sha256, md5, content_type, name,
       created_by, created_at)
     select $1::bigint, t.id, 1, $1::bigint || '/2026/01/' || left(encode(sha256(t.id::text::bytea), 'hex'), 40), 1, '\\x00', '\\x00', 'application/pdf',
       'Document.pdf', $2, now() ${each}`,
    values,
  )
  const without = [organisationId, ...values.slice(2)]
  const eachOf = `from unnest($2::bigint[], $3::text[]) as t (id, text)`
  await client.query(
    `insert into file_texts (organisation_id, file_id, version, state, read_at) select $1, t.id, 1, 'Text', now() ${eachOf}`,
    without,
  )
  await client.query(
    `insert into file_text_parts (organisation_id, file_id, version, part, paragraphs, words)
     select $1, t.id, 1, 0, json_build_array(json_build_array(t.text, 1, null)), to_tsvector('chancery', t.text) ${eachOf}`,
    without,
  )
  await client.query(
    `insert into file_words (organisation_id, file_id, contract_id, matter_id, revision, words)
     select f.organisation_id, f.id, f.contract_id, f.matter_id, 1, strip(p.words)
     from files f join file_text_parts p on p.organisation_id = f.organisation_id and p.file_id = f.id
     where f.organisation_id = $1 and f.id = any($2)`,
    without.slice(0, 2),
  )
}

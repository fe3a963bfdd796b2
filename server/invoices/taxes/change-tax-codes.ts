// Adding, changing and deleting tax codes: for administrators.
import { checkRoom } from '../../identity/organisations/limits/check-room.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { badInput, badInputs, conflict } from '../../platform/errors.ts'
import { change } from '../../platform/events/change.ts'
import { differencesOf } from '../../platform/events/differences.ts'
import type { Reader, Tx } from '../../platform/postgres/database.ts'
import { mapUniqueViolation } from '../../platform/postgres/unique-violation.ts'
import type { VersionChecked } from '../../platform/version-checked.ts'
import { getTaxCodeForUpdate, holdTaxCodes } from './access.ts'
import {
  type TaxCodeValues,
  taxCodeEvent,
  taxCodeProblems,
  type TaxKind,
  type TaxVersion,
  versionText,
} from './tax-code.ts'
import { isNamedByLines, versionsOfCode } from './stored-codes.ts'

const codeTaken = (code: string) => ({
  constraint: 'tax_codes_code_unique',
  message: `There is already a tax code "${code.trim()}".`,
})

function checkValues(values: TaxCodeValues): void {
  const problems = taxCodeProblems(values)
  if (Object.keys(problems).length > 0) throw badInputs(problems)
}

const columnsOf = ({ code, name, country, kind, active }: TaxCodeValues) => ({
  code: code.trim(),
  name: name.trim(),
  country,
  kind,
  active,
})

interface Key {
  readonly organisationId: number
  readonly id: number
}

/** Replaces the versions of a code that is locked. */
async function writeVersions(tx: Tx, { organisationId, id }: Key, versions: readonly TaxVersion[]) {
  await tx
    .deleteFrom('tax_code_rates')
    .where('organisation_id', '=', organisationId)
    .where('tax_code_id', '=', id)
    .execute()
  const key = { organisation_id: organisationId, tax_code_id: id }
  const rows = versions.map(({ from, to, ...percent }) => ({
    ...key,
    starts_on: from,
    ends_on: to,
    ...percent,
  }))
  await tx.insertInto('tax_code_rates').values(rows).execute()
}

/** What the history says about a code. */
const factsOf = ({ versions, ...values }: TaxCodeValues) => ({
  ...values,
  rates: versions.map(versionText).join('; '),
})

/** Adds a code and returns its id. Throws bad_request, and conflict for a code that is taken. */
export function createTaxCode(app: App, actor: Actor, values: TaxCodeValues): Promise<number> {
  return mapUniqueViolation(codeTaken(values.code), () =>
    change(app, actor, async (tx, now) => {
      const organisationId = await holdTaxCodes(tx, actor)
      checkValues(values)
      await checkRoom(tx, 'taxCodes', { organisationId })
      const { id } = await tx
        .insertInto('tax_codes')
        .values({
          organisation_id: organisationId,
          ...columnsOf(values),
          created_by: actor.userId,
          created_at: now,
          updated_at: now,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      const key = { organisationId, id }
      await writeVersions(tx, key, values.versions)
      return { result: id, events: [taxCodeEvent('taxCode.created', key, factsOf(values))] }
    }),
  )
}

/**
 * Applies the changes; does nothing without a difference. Invoices that are posted keep what applied to them. Throws
 * like `createTaxCode`, and not_found.
 */
export function updateTaxCode(
  app: App,
  actor: Actor,
  { id, changes }: { readonly id: number; readonly changes: Partial<TaxCodeValues> },
  { checkVersion }: VersionChecked = {},
): Promise<void> {
  return mapUniqueViolation(codeTaken(changes.code ?? ''), () =>
    change(app, actor, async (tx, now) => {
      const row = await getTaxCodeForUpdate(tx, actor, id)
      checkVersion?.(row.version)
      const key = { organisationId: row.organisation_id, id }
      const { code, name, country, active } = row
      const kind = row.kind as TaxKind
      const before: TaxCodeValues = {
        code,
        name,
        country,
        kind,
        active,
        versions: await readVersions(tx, key),
      }
      const after = { ...before, ...changes }
      checkValues(after)
      const changed = differencesOf(factsOf(before), factsOf(after), [
        'code',
        'name',
        'country',
        'kind',
        'active',
        'rates',
      ])
      if (Object.keys(changed).length === 0) return { result: undefined, events: [] }
      if (after.kind !== before.kind && (await isNamed(tx, key))) {
        throw badInput('kind', `must stay ${before.kind}: lines of invoices name the code. Add another one.`)
      }
      await tx
        .updateTable('tax_codes')
        .set({ ...columnsOf(after), version: row.version + 1, updated_at: now })
        .where('organisation_id', '=', key.organisationId)
        .where('id', '=', id)
        .execute()
      if (changed.rates) await writeVersions(tx, key, after.versions)
      return { result: undefined, events: [taxCodeEvent('taxCode.updated', key, { changed })] }
    }),
  )
}

async function readVersions(tx: Tx, { organisationId, id }: Key): Promise<readonly TaxVersion[]> {
  // not through access.ts: the caller has locked the code
  const { versions } = await tx
    .selectFrom('tax_codes')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .select(versionsOfCode.as('versions'))
    .executeTakeFirstOrThrow()
  return versions
}

async function isNamed(db: Reader, { organisationId, id }: Key): Promise<boolean> {
  // not through access.ts: the caller has locked the code
  const { named } = await db
    .selectFrom('tax_codes')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .select(isNamedByLines.as('named'))
    .executeTakeFirstOrThrow()
  return named
}

/** Deletes a code that no line names. Throws not_found, and conflict while one does. */
export function deleteTaxCode(app: App, actor: Actor, id: number): Promise<void> {
  return change(app, actor, async (tx) => {
    const { organisation_id: organisationId, code } = await getTaxCodeForUpdate(tx, actor, id)
    const key = { organisationId, id }
    if (await isNamed(tx, key))
      throw conflict('Lines of invoices name this tax code. Make it inactive instead.')
    await tx
      .deleteFrom('tax_codes')
      .where('organisation_id', '=', organisationId)
      .where('id', '=', id)
      .execute()
    return { result: undefined, events: [taxCodeEvent('taxCode.deleted', key, { code })] }
  })
}

// Replacing a form: which fields and groups are on it, in which order, and what each of them requires.
import { canBeOnForm, statesOfForm } from '../forms-of-records.ts'
import { sql } from 'kysely'
import { getOrganisationToChange } from '../../identity/organisations/access.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change, type SystemActor } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { badInputs } from '../../platform/errors.ts'
import { formReplaced } from '../events.ts'
import { type Form, type FormKey, getForm, ownerIdOf, ownerOf } from '../form.ts'
import { dropFormerParts, keepFormerParts, keepVersion, keptParts } from '../form-versions.ts'
import type { FieldType } from '../field.ts'
import type { FormCondition } from '../conditions.ts'
import type { PartDesign } from '../form-outline.ts'
import { type ComparedField, placedCondition } from './placed-condition.ts'
import { bareObject } from '../../platform/bare-object.ts'

interface FoundField extends ComparedField {
  readonly title: string
  readonly description: string | null
  readonly entity_column: string | null
}

/** A part with its place, as it is stored. */
interface Placed {
  readonly id: number | undefined
  readonly field: FoundField | undefined
  readonly label: string | null
  readonly required: boolean
  readonly requiredBefore: string | null
  readonly readOnly: boolean
  readonly help: string | null
  readonly when: FormCondition | null
  readonly parts: readonly Placed[]
}

/**
 * Replaces the parts of the form. Groups keep their ids, which values of v1 refer to. Values of fields that leave the
 * form are kept, and so is the version that was replaced. `check` is called with the new form before it is stored,
 * `checkVersion` with the number of the current version. Returns the number of the version from now on. For
 * administrators of the organisation; throws 400 naming each part that is wrong.
 */
export function replaceForm(
  app: App,
  actor: Actor | SystemActor,
  key: FormKey,
  {
    parts,
    check,
    checkVersion,
  }: {
    readonly parts: readonly PartDesign[]
    readonly check?: (tx: Tx, form: Form) => Promise<void>
    readonly checkVersion?: (version: number) => void
  },
): Promise<number> {
  return change(app, actor, async (tx, now) => {
    await getOrganisationToChange(tx, actor, key.organisationId)
    const former = await getForm(tx, key)
    const { version } = former
    checkVersion?.(version)
    const before = keptParts(former)
    const placed = await placedParts(tx, key, parts)
    keepFormerParts(tx, key, version)
    await rewrite(tx, key, placed, now)
    const form = await getForm(tx, key)
    await check?.(tx, form)
    const after = keptParts(form)
    if (JSON.stringify(before) === JSON.stringify(after)) {
      dropFormerParts(tx, key, version)
      return { result: version, events: [] }
    }
    return {
      result: await keepVersion(tx, key, { replaced: version, before, after, by: actor.userId, now }),
      events: [formReplaced(key, after, { from: titlesOf(former), to: titlesOf(form) })],
    }
  })
}

/** What a reader of the history recognises the form by. */
const titlesOf = ({ parts }: Pick<Form, 'parts'>): readonly string[] =>
  parts.flatMap((part) =>
    part.kind === 'group'
      ? [part.title, ...titlesOf(part).map((title) => `${part.title}: ${title}`)]
      : [
          `${part.label ?? part.field.title}${part.required ? ' (required)' : part.requiredBefore === null ? '' : ` (required before ${part.requiredBefore})`}`,
        ],
  )

async function placedParts(tx: Tx, key: FormKey, parts: readonly PartDesign[]): Promise<readonly Placed[]> {
  const fields = await fieldsByName(tx, key)
  const groups = await groupsOf(tx, key)
  const errors = bareObject<string[]>()
  const seen = new Set<number>()
  const check = (path: string, problem: string | undefined) => {
    if (problem !== undefined) errors[path] = [`must be ${problem}.`]
  }
  const named = (name: string | number) => fields.get(typeof name === 'string' ? name.toLowerCase() : name)
  // about a field above it only: nothing depends on itself
  const conditionOf = ({ when, path }: PartDesign): FormCondition | null => {
    if (when === null) return null
    const field = named(when.field)
    const outcome = placedCondition(when, field && seen.has(field.id) ? field : undefined)
    if ('condition' in outcome) return outcome.condition
    check(`${path.replace(/\.(field|group\.id)$/, '')}.when.${outcome.wrong}`, outcome.expected)
    return null
  }
  const place = (part: PartDesign): Placed => {
    const when = conditionOf(part)
    if (part.kind === 'group') {
      const isOther = part.id !== undefined && !groups.delete(part.id)
      check(
        part.path,
        isOther ? 'the id of a group of this form, once; leave it out for a new one' : undefined,
      )
      const { id, title: label } = part
      const bare = { field: undefined, required: false, requiredBefore: null, readOnly: false, help: null }
      return { id, label, ...bare, when, parts: part.parts.map(place) }
    }
    const field = named(part.field)
    check(part.path, fieldProblem(key, field, seen))
    check(part.path.replace(/\.field$/, '.requiredBefore'), stateProblem(key, part.requiredBefore))
    if (field) seen.add(field.id)
    const label = part.label?.trim() ?? null
    const help = part.help === field?.description ? null : part.help
    return {
      ...part,
      id: undefined,
      field,
      label: label === field?.title ? null : label,
      help,
      when,
      parts: [],
    }
  }
  const placed = parts.map(place)
  if (Object.keys(errors).length > 0) throw badInputs(errors)
  return placed
}

async function fieldsByName(tx: Tx, key: FormKey): Promise<ReadonlyMap<string | number, FoundField>> {
  const rows = await tx
    .selectFrom('fields')
    .where('organisation_id', '=', key.organisationId)
    .where('deleted_at', 'is', null)
    .select(['id', 'title', 'description', 'api_name', 'entity_column', 'type'])
    .select(choicesSql.as('values'))
    .execute()
  return new Map(
    rows.flatMap((row): [string | number, FoundField][] => {
      const field = { ...row, type: row.type as FieldType, values: row.values ?? [] }
      return [
        [row.id, field],
        [row.api_name.toLowerCase(), field],
      ]
    }),
  )
}

// of lookups there may be very many, and no condition compares them
const choicesSql = sql<
  string[] | null
>`(select array_agg(o.value order by o.position, o.id) from field_options o
  where o.organisation_id = fields.organisation_id and o.field_id = fields.id and o.deleted_at is null
    and fields.type <> 'Lookup')`

function fieldProblem(
  key: FormKey,
  field: FoundField | undefined,
  seen: ReadonlySet<number>,
): string | undefined {
  if (!field) return 'the id of a field of the organisation'
  if (seen.has(field.id)) return 'a field that does not stand on the form yet'
  return canBeOnForm(field, key.form) ? undefined : 'another field: a matter has no owner of a contract'
}

function stateProblem({ form }: FormKey, state: string | null): string | undefined {
  const states = statesOfForm(form)
  if (state === null || states.includes(state)) return undefined
  return states.length === 0
    ? 'null: this form is filled in before the record has a state'
    : `one of ${states.join(', ')}, or null`
}

async function groupsOf(tx: Tx, key: FormKey): Promise<Set<number>> {
  const rows = await tx
    .selectFrom('form_parts')
    .where('organisation_id', '=', key.organisationId)
    .where('form', '=', key.form)
    .where(ownerOf(), '=', ownerIdOf(key))
    .where('field_id', 'is', null)
    .select('id')
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** All rows are deleted and inserted again with the ids of the groups: only rows of the same form refer to them. */
async function rewrite(tx: Tx, key: FormKey, placed: readonly Placed[], now: Date): Promise<void> {
  await tx
    .deleteFrom('form_parts')
    .where('organisation_id', '=', key.organisationId)
    .where('form', '=', key.form)
    .where(ownerOf(), '=', ownerIdOf(key))
    .execute()
  const flat = flattened(placed)
  if (flat.length === 0) return
  const ids = await nextIds(tx, flat.length)
  const idOf = (place: number) => flat[place]?.part.id ?? ids[place] ?? 0
  await tx
    .insertInto('form_parts')
    .values(
      flat.map(({ part, within }, place) => ({
        organisation_id: key.organisationId,
        id: idOf(place),
        form: key.form,
        template_id: 'templateId' in key ? key.templateId : null,
        category_id: 'categoryId' in key ? key.categoryId : null,
        parent_id: within === null ? null : idOf(within),
        position: place + 1,
        field_id: part.field?.id ?? null,
        label: part.label,
        required: part.required,
        read_only: part.readOnly,
        required_before: part.requiredBefore,
        help: part.help,
        when_field_id: part.when?.fieldId ?? null,
        when_operator: part.when?.operator ?? null,
        when_value: part.when?.value ?? null,
        created_at: now,
        updated_at: now,
      })),
    )
    .execute()
}

interface Flat {
  readonly part: Placed
  /** The place of the group that contains it. */
  readonly within: number | null
}

/** The parts from top to bottom, each group before what is in it. */
function flattened(placed: readonly Placed[]): readonly Flat[] {
  const flat: Flat[] = []
  const walk = (parts: readonly Placed[], within: number | null) => {
    for (const part of parts) {
      flat.push({ part, within })
      walk(part.parts, flat.length - 1)
    }
  }
  walk(placed, null)
  return flat
}

async function nextIds(tx: Tx, count: number): Promise<readonly number[]> {
  const { rows } = await sql<{
    id: number
  }>`select nextval('form_parts_id') as id from generate_series(1, ${count})`.execute(tx)
  return rows.map(({ id }) => id)
}

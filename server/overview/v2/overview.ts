// v2 of overviews: a record with all that its page shows first, in one call.
import { kinds, recordTypes } from '../../records/kinds.ts'
import Type, { type TObject } from 'typebox'
import {
  type KnownNoticePeriod,
  type NoticePeriod,
  noticeUnits,
} from '../../contracts/key-dates/notice-period.ts'
import { fieldsOfForms } from '../../fields/form.ts'
import { formToV2 } from '../../fields/form-outline.ts'
import { idsIn } from '../../http/ids.ts'
import { sometimes } from '../../http/openapi/always-sent.ts'
import { etagOf } from '../../http/if-match.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onGet } from '../../http/routes.ts'
import { jsonOf } from '../../http/shape.ts'
import { formSchemaV2 } from '../../http/v2/forms.wire.ts'
import {
  nullable,
  nullableObject,
  personExample,
  userReference,
  userToV2,
} from '../../http/v2/references.wire.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import type { ListedRow } from '../../platform/lists/list-rows.ts'
import { type RecordBody, recordBodies } from '../../records/lists/record-bodies.ts'
import type { RecordBase, RecordKind } from '../../records/record-kind.ts'
import { columnsV2, type RecordWireV2 } from '../../records/v2/records.ts'
import { rightToV2 } from '../../records/v2/rights.wire.ts'
import type { RecordOverview, RelatedRecord } from '../record-overview.ts'

const relatedSchema = {
  type: Type.Unsafe<RelatedRecord['kind']>({ type: 'string', enum: [...recordTypes] }),
  id: Type.Integer(),
  displayId: nullable<string>('string', { description: 'The number of a matter.' }),
  name: Type.String(),
  status: Type.String(),
  statusName: Type.String({ description: 'What its organisation calls the status.' }),
}

const overviewSchema = (record: TObject) =>
  Type.Object(
    {
      record: Type.Unsafe<object>(record),
      etag: Type.String({ description: 'For If-Match, when the record is changed.' }),
      can: Type.Object(
        {
          change: Type.Boolean(),
          contribute: Type.Boolean(),
          assign: Type.Boolean(),
          restrict: Type.Boolean(),
          delete: Type.Boolean(),
          rights: Type.Array(Type.String(), {
            description:
              'Every property that you may change, as PATCH calls it, and every act, by the names of the table in docs/access.md; single custom fields as fields.<name> where you may not change all.',
          }),
        },
        { description: 'What you may do with it now. `change`: everything that is not named by itself.' },
      ),
      moves: Type.Array(
        Type.Object({
          to: Type.String(),
          allowed: Type.Boolean(),
          because: nullable<string>('string', { description: 'Why not, or who can.' }),
          needs: Type.Array(Type.String(), {
            description:
              'The ids of the fields that are to be given with it: the form requires them before it.',
          }),
        }),
        { description: 'The statuses that can follow, for anybody.' },
      ),
      people: Type.Array(
        Type.Object({ user: Type.Object(userReference), roles: Type.Array(Type.String()) }),
        { description: 'The first 200; GET …/members lists all.' },
      ),
      form: formSchemaV2,
      asked: Type.Array(Type.Object({}, { additionalProperties: true }), {
        description:
          'The fields with a value that was given when the record was made and that its form does not have, as parts of a form.',
      }),
      olderForm: Type.Boolean({
        description:
          'Whether it keeps an older version of the form of its type: an administrator can bring it to the current one.',
      }),
      parent: nullableObject(relatedSchema),
      related: Type.Array(Type.Object(relatedSchema), {
        description: 'What belongs to it and you see: 50 of each kind at most.',
      }),
      counts: Type.Object({
        files: Type.Integer(),
        messages: Type.Integer(),
        openTasks: sometimes(Type.Integer({ description: 'Of a matter.' })),
        invoices: sometimes(Type.Integer({ description: 'Of a matter.' })),
      }),
      latestStatus: nullableObject({
        message: Type.String(),
        created: Type.Object({ dateUtc: Type.String({ format: 'date-time' }), userName: Type.String() }),
      }),
      nextDates: Type.Array(
        Type.Object({
          kind: Type.String({ enum: ['KeyDate', 'Expiry', 'Task'] }),
          id: nullable<number>('integer'),
          name: Type.String(),
          date: Type.String({ description: 'A day or a local time of the organisation.' }),
        }),
      ),
      favourite: Type.Boolean(),
      hold: nullableObject(
        { reason: Type.String(), set: Type.Object({ dateUtc: Type.String({ format: 'date-time' }) }) },
        { description: 'The legal hold that it is under: nothing on it can be deleted.' },
      ),
      tags: sometimes(
        Type.Array(Type.Object({ id: Type.Integer(), description: Type.String() }), {
          description: 'Of a matter: the first 100.',
        }),
      ),
      noticePeriod: sometimes(
        nullableObject(
          {
            amount: Type.Integer(),
            unit: Type.Unsafe<NoticePeriod['unit']>({ type: 'string', enum: [...noticeUnits] }),
            noticeDate: nullable<string>('string', {
              format: 'date',
              description: 'The last day for notice.',
            }),
          },
          { description: 'Of a contract: how long before its expiry notice must be given.' },
        ),
      ),
      request: nullableObject(
        { id: Type.Integer() },
        { description: 'The request that it came of: GET /v2/requests/{requestId} has what was answered.' },
      ),
      urgent: sometimes(Type.Boolean({ description: 'Of a matter.' })),
    },
    { examples: [example(record)] },
  )

const example = (record: TObject) => ({
  record: (record as { readonly examples?: readonly unknown[] }).examples?.[0] ?? {},
  etag: '"3"',
  can: {
    change: true,
    contribute: true,
    assign: true,
    restrict: true,
    delete: false,
    rights: ['name', 'owner', 'status', 'contribute'],
  },
  moves: [{ to: 'Archived', allowed: false, because: 'Only its owner and manager can move it.', needs: [] }],
  people: [{ user: personExample, roles: ['Member', 'Owner'] }],
  form: { parts: [] },
  asked: [],
  olderForm: false,
  parent: null,
  related: [
    {
      type: kinds.contract.type,
      id: 18,
      displayId: null,
      name: 'Harbour lease',
      status: 'Draft',
      statusName: 'Draft',
    },
  ],
  counts: { files: 12, messages: 3 },
  latestStatus: {
    message: 'Waiting for the other side',
    created: { dateUtc: '2026-10-28T10:30:00.000Z', userName: 'Ana Prior' },
  },
  nextDates: [{ kind: 'KeyDate', id: 7, name: 'Renewal notice', date: '2027-01-31' }],
  favourite: false,
  hold: null,
  request: null,
})

const relatedToV2 = ({
  kind: type,
  id,
  displayId,
  name,
  state: status,
  stateName: statusName,
}: RelatedRecord) => ({
  type,
  id,
  displayId,
  name,
  status,
  statusName,
})

const personToV2 = (row: ListedRow) => ({
  user: userToV2(row, 'user') ?? { id: '' },
  roles: row['roles'] as readonly string[] as string[],
})

const noticeToV2 = ({ amount, unit, noticeDate }: KnownNoticePeriod) => ({ amount, unit, noticeDate })

function canToV2({ can: { rights, fieldIds, ...can }, forms }: RecordOverview) {
  const fields = fieldsOfForms([forms.detail, forms.core]).map(({ field }) => field)
  const single = rights.includes('fields') ? [] : fields.filter(({ id }) => fieldIds.includes(id))
  const named = [...rights.map(rightToV2), ...single.map(({ apiName }) => `fields.${apiName}`)]
  return { ...can, rights: [...new Set(named)] }
}

function overviewToV2({ text, version }: RecordBody, overview: RecordOverview) {
  const {
    moves,
    needs,
    people,
    forms,
    asked,
    parent,
    related,
    counts,
    latestStatus,
    nextDates,
    favourite,
    hold,
  } = overview
  const { tags, urgent, noticePeriod, request = null } = overview
  const { files = 0, messages = 0, ...others } = counts
  const byId = new Map(
    fieldsOfForms([forms.detail, forms.core]).map(({ field }) => [field.id, field.apiName]),
  )
  const namesOf = (ids: readonly number[] = []) => ids.flatMap((id) => byId.get(id) ?? [])
  const [detail, core] = [formToV2(forms.detail), formToV2(forms.core)]
  return {
    record: JSON.parse(text) as object,
    etag: etagOf(version),
    can: canToV2(overview),
    moves: moves.map((move) => ({ ...move, needs: namesOf(needs.get(move.to)) })),
    people: people.map(personToV2),
    form: { parts: [...detail.parts, ...core.parts] },
    asked: formToV2({ parts: asked }).parts,
    olderForm: forms.detail.isFormer || forms.core.isFormer,
    parent: parent && relatedToV2(parent),
    related: related.map(relatedToV2),
    counts: { files, messages, ...others },
    latestStatus: latestStatus && {
      message: latestStatus.message,
      created: { dateUtc: latestStatus.at.toISOString(), userName: latestStatus.userName.trim() },
    },
    nextDates: [...nextDates],
    favourite,
    request: request === null ? null : { id: request },
    hold: hold && { reason: hold.reason, set: { dateUtc: hold.at.toISOString() } },
    ...(tags === undefined ? {} : { tags: [...tags] }),
    ...(urgent === undefined ? {} : { urgent }),
    ...(noticePeriod === undefined ? {} : { noticePeriod: noticePeriod && noticeToV2(noticePeriod) }),
  }
}

const description =
  'The record as GET shows it, what you may do with it, the statuses that can follow with what stands in their way, its people, form, related records, counts, latest status message and next dates. Adds it to your recents.'

/** How v2 shows a record, in its overview and everywhere else. */
type RecordShape = Pick<RecordWireV2, 'shape' | 'schema'>

/** The route of the overview of a record of the kind, which `read` reads. */
export const overviewRoute =
  <DB, TB extends keyof DB & string, R extends RecordBase>(
    kind: RecordKind<DB, TB, R>,
    read: (app: App, actor: Actor, id: number) => Promise<RecordOverview>,
    wire: RecordShape,
  ): RouteModule =>
  (server, app) => {
    const { one, many } = kind.names
    const path = `/v2/${many}/:${one}Id/overview`
    const ids = idsIn(path)
    const bodies = recordBodies(kind, app, {
      shape: jsonOf(wire.shape),
      columns: (context) => columnsV2(kind, context),
    })
    onGet(server, path, {
      config: { access: { right: 'use' }, recent: kind.type },
      summary: `Get the overview of a ${one}`,
      description,
      returns: overviewSchema(wire.schema),
      handler: async (request) => {
        const [actor, id] = [actorOf(request), ids.idOf(request)]
        const [body, overview] = await Promise.all([bodies.get(actor, id), read(app, actor, id)])
        request.viewed = body
        return overviewToV2(body, overview)
      },
    })
  }

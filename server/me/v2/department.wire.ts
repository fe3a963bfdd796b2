// The figures of a department in the shapes of v2: each is a count of a list with a filter, so that it opens that list.
import Type from 'typebox'
import type { FeatureCode } from '../../identity/features/feature.ts'
import { kinds } from '../../records/kinds.ts'

/** A list with a filter, both as v2 calls them. */
interface Filtered {
  readonly list: string
  readonly filter: string
  /** Without it there is nothing to count. */
  readonly feature: FeatureCode
}

interface FigureKind extends Filtered {
  readonly name: string
  readonly group: 'Late' | 'Ahead' | 'Unassigned'
}

/** Something that people have to do, counted for each of them. */
interface LoadKind extends Filtered {
  readonly name: string
  /** The property that names the person. */
  readonly person: string
}

const { matter, contract } = kinds
const openTasks = "Status in ('NotStarted','InProgress','OnHold')"
const openMatters = "not (Status in ('Complete','Archived')) and InIntake eq false"

/** What is counted, in the order in which it is shown. */
export const figureKinds = [
  {
    name: 'lateTasks',
    group: 'Late',
    list: 'tasks',
    filter: `${openTasks} and DueDate lt today()`,
    feature: 'TASKS',
  },
  {
    name: 'lateApprovals',
    group: 'Late',
    list: 'approvals',
    filter: "Decision eq 'Waiting' and Due lt today()",
    feature: 'CONTRACTS',
  },
  {
    name: 'lateKeyDates',
    group: 'Late',
    list: 'keyDates',
    filter: 'Done eq false and Date lt today()',
    feature: 'CONTRACTS',
  },
  {
    name: 'lateInvoices',
    group: 'Late',
    list: 'invoices',
    filter: "Status in ('Posted','InReview','Approved') and DueDate lt today()",
    feature: 'INVOICES',
  },
  {
    name: 'lateIntake',
    group: 'Late',
    list: 'intake',
    filter: 'Due lt today()',
    feature: 'MATTER_INTAKE',
  },
  {
    name: 'noticeDays',
    group: 'Ahead',
    list: 'keyDates',
    filter: "Done eq false and Category eq 'Notice' and Date ge today() and Date le today(90)",
    feature: 'CONTRACTS',
  },
  {
    name: 'expiring',
    group: 'Ahead',
    list: contract.many,
    filter: "Status eq 'Executed' and Expiry ge today() and Expiry le today(90)",
    feature: 'CONTRACTS',
  },
  {
    name: 'comingKeyDates',
    group: 'Ahead',
    list: 'keyDates',
    filter: 'Done eq false and Date ge today() and Date le today(30)',
    feature: 'CONTRACTS',
  },
  {
    name: 'comingTasks',
    group: 'Ahead',
    list: 'tasks',
    filter: `${openTasks} and DueDate ge today() and DueDate le today(7)`,
    feature: 'TASKS',
  },
  {
    name: 'inIntake',
    group: 'Unassigned',
    list: matter.many,
    filter: 'InIntake eq true',
    feature: 'MATTER_INTAKE',
  },
  {
    name: 'withoutManager',
    group: 'Unassigned',
    list: matter.many,
    filter: `${openMatters} and Manager/User eq null`,
    feature: 'MATTERS',
  },
  {
    name: 'withoutAssignee',
    group: 'Unassigned',
    list: 'tasks',
    filter: `${openTasks} and Assignee eq null`,
    feature: 'TASKS',
  },
] as const satisfies readonly FigureKind[]

/** What makes the load of a person. */
export const loadKinds = [
  {
    name: matter.many,
    list: matter.many,
    filter: `${openMatters} and Manager/User ne null`,
    person: 'Manager/User/Id',
    feature: 'MATTERS',
  },
  {
    name: contract.many,
    list: contract.many,
    filter: "Status in ('Draft','Negotiating','Approval','Signing')",
    person: 'Owner/Id',
    feature: 'CONTRACTS',
  },
  {
    name: 'tasks',
    list: 'tasks',
    filter: `${openTasks} and Assignee ne null`,
    person: 'Assignee/Id',
    feature: 'TASKS',
  },
  {
    name: 'lateTasks',
    list: 'tasks',
    filter: `${openTasks} and Assignee ne null and DueDate lt today()`,
    person: 'Assignee/Id',
    feature: 'TASKS',
  },
] as const satisfies readonly LoadKind[]

const word = <const Word extends string>(words: readonly Word[]) =>
  Type.Unsafe<Word>({ type: 'string', enum: [...words] })

const filtered = {
  list: Type.String({ description: 'As in its address: `/v2/<list>`.' }),
  filter: Type.String({ description: 'The `$filter` of the list that finds them.' }),
}
const count = Type.Integer()

export const departmentSchema = Type.Object(
  {
    figures: Type.Array(
      Type.Object({
        name: word(figureKinds.map(({ name }) => name)),
        group: word(['Late', 'Ahead', 'Unassigned']),
        ...filtered,
        count,
      }),
      { description: 'Without those of features that are off.' },
    ),
    load: Type.Object({
      columns: Type.Array(
        Type.Object({
          name: word(loadKinds.map(({ name }) => name)),
          ...filtered,
          person: Type.String({
            description:
              'The property that names the person: with `and <person> eq <id>` the filter finds theirs.',
          }),
        }),
      ),
      people: Type.Array(
        Type.Object({
          id: Type.String({ format: 'uuid' }),
          name: Type.String(),
          counts: Type.Array(count, { description: 'In the order of the columns.' }),
        }),
        { description: 'Who has most comes first; 200 at most.' },
      ),
      complete: Type.Boolean({ description: 'Whether these are all people.' }),
    }),
    asOf: Type.String({ format: 'date-time' }),
  },
  {
    title: 'DepartmentFigures',
    examples: [
      {
        figures: [
          {
            name: 'lateTasks',
            group: 'Late',
            list: 'tasks',
            filter: figureKinds[0].filter,
            count: 4,
          },
        ],
        load: {
          columns: [
            {
              name: 'tasks',
              list: 'tasks',
              filter: loadKinds[2].filter,
              person: 'Assignee/Id',
            },
          ],
          people: [{ id: '5d7c1b1e-0f53-4c0e-9f38-8f9d2c1b7a10', name: 'Ana Prior', counts: [12] }],
          complete: true,
        },
        asOf: '2026-05-06T09:00:00.000Z',
      },
    ],
  },
)

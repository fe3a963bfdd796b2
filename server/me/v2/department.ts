// v2 of the department of a leader: what is late, what comes, what nobody has, and who has how much. All of it is
// counted by the lists themselves, so that nothing is in a figure that the caller does not see in its list.
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onGet } from '../../http/routes.ts'
import { filterOf } from '../../http/v2/filter-now.ts'
import type { ReportedList, ReportedSource } from '../../http/v2/reports/reported-list.ts'
import { countGroups } from '../../http/v2/reports/summary.ts'
import { managesIntake } from '../../intake/request.ts'
import { isOn } from '../../identity/features/feature.ts'
import { type Actor, leadsDepartment } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { forbidden } from '../../platform/errors.ts'
import { readList } from '../../platform/lists/read-list.ts'
import { departmentSchema, figureKinds, loadKinds } from './department.wire.ts'

const mostPeople = 200

type Lists = (name: string) => Promise<ReportedList>

/** The route, which counts these lists. */
export const departmentRoute =
  (sources: readonly ReportedSource[]): RouteModule =>
  (server, app) => {
    onGet(server, '/v2/me/department', {
      config: { access: { right: 'use' }, errors: ['forbidden'] },
      operationId: 'getMyDepartment',
      summary: 'Get the figures of your department',
      description:
        'What is late, what comes, what nobody has been given, and how much each person has: of what you see, each number with the list and the filter that find it. For those who lead a legal department: its administrators, and members of the administrators group of matters or contracts.',
      returns: departmentSchema,
      handler: (request) => {
        const actor = actorOf(request)
        if (!leadsDepartment(actor))
          throw forbidden('Only those who lead a legal department see its figures.')
        return readList(app, { demanding: true, together: true }, async (reading) => {
          const lists = listsFor(reading, actor, sources)
          const [figures, load] = await Promise.all([
            figuresIn(reading, actor, lists),
            loadIn(reading, actor, lists),
          ])
          return { figures, load, asOf: app.clock.now().toISOString() }
        })
      },
    })
  }

/** Opens each list once. */
function listsFor(app: App, actor: Actor, sources: readonly ReportedSource[]): Lists {
  const opened = new Map<string, Promise<ReportedList>>()
  return (name) => {
    const source = sources.find((each) => each.name === name)
    if (!source) throw new Error(`There is no list ${name}`)
    const list = opened.get(name) ?? source.open(app, actor, { named: [], all: false })
    opened.set(name, list)
    return list
  }
}

const figuresIn = (app: App, actor: Actor, lists: Lists) =>
  Promise.all(
    figureKinds
      .filter(({ feature, list }) => isOn(actor, feature) && (list !== 'intake' || managesIntake(actor)))
      .map(async ({ name, group, list, filter }) => {
        const { resource, count } = await lists(list)
        const query = { filter: await filterOf(app, actor, filter, resource), sort: [], skip: 0, take: 1 }
        return { name, group, list, filter, count: await count(query) }
      }),
  )

async function loadIn(app: App, actor: Actor, lists: Lists) {
  const shown = loadKinds.filter(({ feature }) => isOn(actor, feature))
  const found = await Promise.all(
    shown.map(async ({ list: name, filter, person }) => {
      const list = await lists(name)
      return countGroups(app, actor, list, {
        filter: await filterOf(app, actor, filter, list.resource),
        groupBy: [person],
      })
    }),
  )
  const people = peopleIn(found.map(({ groups }) => groups))
  return {
    columns: shown.map(({ name, list, filter, person }) => ({ name, list, filter, person })),
    people: people.slice(0, mostPeople),
    complete: people.length <= mostPeople && found.every(({ complete }) => complete),
  }
}

type Groups = Awaited<ReturnType<typeof countGroups>>['groups']

/** Each person once, with a number for each of the columns. */
function peopleIn(columns: readonly Groups[]) {
  const people = new Map<string, { id: string; name: string; counts: number[] }>()
  for (const [index, groups] of columns.entries()) {
    for (const { keys, count } of groups) {
      const [key] = keys
      if (!key?.value) continue
      const { value: id, label } = key
      const person = people.get(id) ?? { id, name: label ?? '', counts: columns.map(() => 0) }
      person.counts[index] = count
      people.set(id, person)
    }
  }
  const total = ({ counts }: { readonly counts: readonly number[] }) =>
    counts.reduce((sum, each) => sum + each, 0)
  return [...people.values()].toSorted((a, b) => total(b) - total(a) || a.name.localeCompare(b.name))
}

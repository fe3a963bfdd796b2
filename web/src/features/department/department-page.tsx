// What a leader looks at first: what is late, what comes up, what no one has been given, and who has how much.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { useFormat } from '../../components/format-context.ts'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { Page } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import { type Department, departmentQuery, type Figure, listAt } from './department.ts'
import classes from './department-page.module.css'
import { texts } from './texts.ts'

const groups = ['Late', 'Ahead', 'Unassigned'] as const

export function DepartmentPage() {
  const department = useQuery(departmentQuery)
  const { data } = department
  return (
    <Page title={texts.title} lead={texts.lead}>
      {department.isPending ? <PageSkeleton /> : null}
      {department.isError ? <ErrorPanel error={department.error} retry={department.refetch} /> : null}
      {data
        ? groups.map((group) => (
            <Figures
              key={group}
              title={texts.groups[group]}
              figures={data.figures.filter((each) => each.group === group)}
              isLate={group === 'Late'}
            />
          ))
        : null}
      {data ? <Load load={data.load} /> : null}
    </Page>
  )
}

function Figures(props: { title: string; figures: readonly Figure[]; isLate: boolean }) {
  const { title, figures, isLate } = props
  const format = useFormat()
  if (figures.length === 0) return null
  return (
    <Panel title={title}>
      <ul className={classes.figures}>
        {figures.map(({ name, list, filter, count }) => {
          const { to, search } = listAt(list, filter)
          return (
            <li key={name} data-late={isLate && count > 0} data-none={count === 0}>
              <Link to={to} search={search as never} className={classes.figure}>
                <span className={classes.number}>{format.number(count)}</span>
                <span>{texts.figures[name]}</span>
              </Link>
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}

function Load({ load: { columns, people, complete } }: { load: Department['load'] }) {
  const format = useFormat()
  return (
    <Panel title={texts.load}>
      {people.length === 0 ? (
        <p className={classes.none}>{texts.nobody}</p>
      ) : (
        <table className={classes.load}>
          <thead>
            <tr>
              <th scope="col">{texts.person}</th>
              {columns.map(({ name }) => (
                <th key={name} scope="col">
                  {texts.columns[name]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {people.map(({ id, name: who, counts }) => (
              <tr key={id}>
                <th scope="row">{who}</th>
                {columns.map(({ name, list, filter, person }, index) => {
                  const count = counts[index] ?? 0
                  const { to, search } = listAt(list, `${filter} and ${person} eq ${id}`)
                  return (
                    <td key={name} data-late={name === 'lateTasks' && count > 0}>
                      {count === 0 ? (
                        <span className={classes.zero}>0</span>
                      ) : (
                        <Link
                          to={to}
                          search={search as never}
                          aria-label={texts.cell(texts.columns[name], who, count)}
                        >
                          {format.number(count)}
                        </Link>
                      )}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {complete ? null : <p className={classes.none}>{texts.incomplete}</p>}
    </Panel>
  )
}

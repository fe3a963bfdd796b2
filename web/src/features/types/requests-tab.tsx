// What people can ask for that makes records of a type.
import { useQuery } from '@tanstack/react-query'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { ButtonLink, TextLink } from '../../components/links.tsx'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { Panel } from '../../components/panel.tsx'
import { type RequestType, requestTypesQuery } from '../intake/intake.ts'
import { requestTypeTexts } from './request-type-texts.ts'
import { typesTexts as texts } from './texts.ts'
import classes from './types.module.css'

export function RequestsTab({ makes }: { makes: (type: RequestType) => boolean }) {
  const types = useQuery(requestTypesQuery)
  const found = (types.data?.items ?? []).filter(makes)
  return (
    <Panel>
      <p className={classes.quiet}>{requestTypeTexts.ofType}</p>
      {types.isPending ? <PageSkeleton lines={2} /> : null}
      {types.isError ? <ErrorPanel error={types.error} retry={types.refetch} /> : null}
      {types.isSuccess && found.length === 0 ? (
        <p className={classes.quiet}>{requestTypeTexts.ofTypeNone}</p>
      ) : null}
      <ul className={classes.list}>
        {found.map(({ id, title, help, ...promise }) => (
          <li key={id} className={classes.row}>
            <span className={classes.what}>
              <TextLink size="sm" to="/administration/request-types/$typeId" params={{ typeId: String(id) }}>
                {title}
              </TextLink>
              {help ? <span className={classes.about}>{help}</span> : null}
              {texts.promised(promise).map((words) => (
                <span key={words} className={classes.about}>
                  {words}
                </span>
              ))}
            </span>
          </li>
        ))}
      </ul>
      <div>
        <ButtonLink
          size="xs"
          variant="default"
          to="/administration/request-types/$typeId"
          params={{ typeId: 'new' }}
        >
          {texts.addRequestType}
        </ButtonLink>
      </div>
    </Panel>
  )
}

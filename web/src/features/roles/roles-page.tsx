// The roles of the organisation, and those that are always there.
import { useQuery } from '@tanstack/react-query'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { ButtonLink, TextLink } from '../../components/links.tsx'
import { useMe } from '../../components/me-context.ts'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { Page } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import { type CustomRole, type Role, rolesQuery } from './roles.ts'
import { rightLabel, roleTexts as texts } from './role-texts.ts'
import classes from './roles.module.css'

const built = Object.keys(texts.roles) as Role[]

export function RolesPage() {
  const { can } = useMe()
  const roles = useQuery(rolesQuery)
  return (
    <Page
      title={texts.title}
      lead={texts.lead}
      actions={can.administer ? <ButtonLink to="/administration/roles/new">{texts.add}</ButtonLink> : null}
    >
      <Panel title={texts.own}>
        {roles.isPending ? <PageSkeleton lines={3} /> : null}
        {roles.isError ? <ErrorPanel error={roles.error} retry={roles.refetch} /> : null}
        {roles.data?.length === 0 ? <p className={classes.none}>{texts.none}</p> : null}
        <ul className={classes.list}>
          {roles.data?.map((role) => (
            <RoleRow key={role.id} role={role} />
          ))}
        </ul>
      </Panel>
      <Panel title={texts.built}>
        <p className={classes.none}>{texts.builtLead}</p>
        <ul className={classes.list}>
          {built.map((role) => (
            <li key={role} className={classes.row}>
              <span className={classes.what}>
                <TextLink size="sm" to="/administration/roles/$roleId" params={{ roleId: role }}>
                  {texts.roles[role]}
                </TextLink>
                <span className={classes.about}>{texts.roleHints[role]}</span>
              </span>
            </li>
          ))}
        </ul>
      </Panel>
    </Page>
  )
}

function RoleRow({ role }: { role: CustomRole }) {
  const rights = [texts.roles[role.role], ...[...role.permissions, ...role.groups].map(rightLabel)]
  return (
    <li className={classes.row}>
      <span className={classes.what}>
        <TextLink size="sm" to="/administration/roles/$roleId" params={{ roleId: String(role.id) }}>
          {role.name}
        </TextLink>
        {role.description ? <span className={classes.about}>{role.description}</span> : null}
        <span className={classes.about}>{rights.join(' · ')}</span>
      </span>
      <span className={classes.about}>{texts.people(role.people.count)}</span>
    </li>
  )
}

// The start page: who you are here, and where to go.
import { Anchor } from '@mantine/core'
import { DescriptionList } from '../../components/description-list.tsx'
import { TextLink } from '../../components/links.tsx'
import { Page } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import { useSignedIn } from '../session/session.ts'
import classes from './home-page.module.css'
import { roleLabel } from './role-labels.ts'

export function HomePage() {
  const { user, environment } = useSignedIn()
  return (
    <Page title={`Welcome, ${user.name}`}>
      <Panel title="Your account">
        <DescriptionList
          facts={[
            ['Name', user.name],
            ['E-mail', user.email],
            ['Organisation', user.organisationName],
            ['Role', roleLabel(user.role)],
          ]}
        />
      </Panel>
      <Panel title="Integrations">
        <ul className={classes.links}>
          <li>
            <TextLink to="/my-integrations">Your integrations</TextLink>
            <span>What you have allowed, and how to withdraw it.</span>
          </li>
          {user.can.manageIntegrations && (
            <li>
              <TextLink to="/integration-clients">Integration clients</TextLink>
              <span>Register applications that work with your organisation’s data, and their secrets.</span>
            </li>
          )}
          <li>
            <Anchor href="/docs">API explorer</Anchor>
            <span>Every operation and its schemas, to try out against this server.</span>
          </li>
          <li>
            <Anchor href="/openapi.json">OpenAPI document</Anchor>
            <span>The same, for code generators and other tools.</span>
          </li>
        </ul>
      </Panel>
      {environment === 'sandbox' && <SandboxPanel />}
    </Page>
  )
}

function SandboxPanel() {
  return (
    <Panel title="Sandbox">
      <p>This installation is for building and testing. It sends no mail, and its clock can be moved.</p>
      <ul className={classes.links}>
        <li>
          <TextLink to="/sandbox/outbox">Outbox</TextLink>
          <span>The mail that would have been sent.</span>
        </li>
        <li>
          <TextLink to="/sandbox/clock">Clock</TextLink>
          <span>Move the time forward, to see expiries, retries and reminders immediately.</span>
        </li>
      </ul>
    </Panel>
  )
}

// What a sandbox has besides: for people who build and test.
import { IconClock, IconMail } from '@tabler/icons-react'
import { HomeLine, HomeLines, HomeList, HomeNothing } from './home-list.tsx'
import { Anchor } from '@mantine/core'

export function SandboxPanel() {
  return (
    <HomeList title="Sandbox">
      <HomeNothing>
        This installation is for building and testing: it sends no mail, and its clock can be moved. Every
        call is in the{' '}
        <Anchor href="/docs" inherit>
          API explorer
        </Anchor>
        .
      </HomeNothing>
      <HomeLines>
        <HomeLine icon={<IconMail size={18} stroke={1.6} />} to="/sandbox/outbox" title="Outbox" />
        <HomeLine icon={<IconClock size={18} stroke={1.6} />} to="/sandbox/clock" title="Clock" />
      </HomeLines>
    </HomeList>
  )
}

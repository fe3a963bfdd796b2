// One's preferences: formats, appearance, keyboard, notifications.
import { Button, SegmentedControl, Select, Switch } from '@mantine/core'
import { useState } from 'react'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { useFormat } from '../../components/format-context.ts'
import { hasFeature, type Me, useMe } from '../../components/me-context.ts'
import { Page } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import { StatusMessage } from '../../components/status-message.tsx'
import { kinds } from '../../lib/kinds.ts'
import { DelegatesPanel } from './delegates-panel.tsx'
import { useChangePreferences } from './me.ts'
import { now } from '../../lib/now.ts'
import { timeZones } from '../../lib/time-zones.ts'
import { NotificationWays } from './notification-ways.tsx'
import { localeNames } from './places.ts'
import classes from './preferences-page.module.css'
import { texts } from './texts.ts'

type Preferences = Me['preferences']
type Change = ReturnType<typeof useChangePreferences>['mutate']

export function PreferencesPage() {
  const me = useMe()
  const { preferences, organization } = me
  const change = useChangePreferences()
  const parts = { preferences, change: change.mutate }
  return (
    <Page title={texts.title} lead={texts.lead}>
      <ErrorAlert error={change.error} title="It was not saved" />
      <div className={classes.parts}>
        <Formats {...parts} ofOrganisation={organization.timeZone} />
        <Appearance {...parts} />
        <Panel title={texts.keyboard}>
          <Switch
            label={texts.singleKeys}
            description={texts.singleKeysLead}
            checked={preferences.singleKeys}
            onChange={(event) => change.mutate({ singleKeys: event.currentTarget.checked })}
          />
        </Panel>
        <Notified {...parts} />
        {hasFeature(me, kinds.contract.feature) ? <DelegatesPanel /> : null}
      </div>
      <StatusMessage>{change.isSuccess ? texts.saved : null}</StatusMessage>
    </Page>
  )
}

interface Part {
  readonly preferences: Preferences
  readonly change: Change
}

function Formats({ preferences, change, ofOrganisation }: Part & { ofOrganisation: string }) {
  const format = useFormat()
  const [zones] = useState(timeZones)
  const [locales] = useState(() => localeNames(preferences.locale))
  const [shownAt] = useState(() => new Date(now()).toISOString())
  const own = { value: '', label: texts.ofOrganisation(ofOrganisation) }
  return (
    <Panel title={texts.formats}>
      <div className={classes.fields}>
        <Select
          label={texts.locale}
          data={locales}
          value={preferences.locale}
          onChange={(locale) => locale && change({ locale })}
          searchable
          allowDeselect={false}
        />
        <Select
          label={texts.timeZone}
          data={[own, ...zones]}
          value={preferences.timeZone ?? ''}
          onChange={(zone) => change({ timeZone: zone === '' ? null : zone })}
          searchable
          allowDeselect={false}
          limit={60}
        />
      </div>
      <p className={classes.example}>{texts.example(format.exactly(shownAt), format.money(1000.5, 'GBP'))}</p>
    </Panel>
  )
}

function Appearance({ preferences, change }: Part) {
  return (
    <Panel title={texts.look}>
      <div className={classes.fields}>
        <Choice
          label={texts.theme}
          names={texts.themes}
          value={preferences.theme}
          onChange={(theme) => change({ theme })}
        />
        <Choice
          label={texts.density}
          names={texts.densities}
          value={preferences.density}
          onChange={(density) => change({ density })}
        />
      </div>
    </Panel>
  )
}

function Choice<Value extends string>(props: {
  label: string
  names: Readonly<Record<Value, string>>
  value: Value
  onChange: (value: Value) => void
}) {
  const { label, names, value, onChange } = props
  const data = (Object.keys(names) as Value[]).map((each) => ({ value: each, label: names[each] }))
  return (
    <fieldset className={classes.choice}>
      <legend className={classes.label}>{label}</legend>
      <SegmentedControl size="sm" data={data} value={value} onChange={onChange} />
    </fieldset>
  )
}

function Notified({ preferences, change }: Part) {
  // null is the default again
  const own = Object.fromEntries(Object.keys(texts.kinds).map((kind) => [kind, null]))
  return (
    <Panel title={texts.notified}>
      <p className={classes.example}>{texts.notifiedLead}</p>
      <NotificationWays
        ways={preferences.notify}
        onChange={(kind, way) => change({ notify: { [kind]: way } })}
      />
      <Button
        variant="default"
        size="sm"
        style={{ justifySelf: 'start' }}
        onClick={() => change({ notify: own })}
      >
        {texts.toDefaults}
      </Button>
    </Panel>
  )
}

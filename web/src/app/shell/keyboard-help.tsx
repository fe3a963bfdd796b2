// Every key that does something here, by heading.
import { Switch } from '@mantine/core'
import { Modal } from '../../components/floating/modal.tsx'
import { visibleTo } from '../../components/actions/action.ts'
import { useOfferedActions } from '../../components/actions/action-store.ts'
import { THIS_PAGE } from '../../components/actions/groups.ts'
import { isMac, keyLabel } from '../../components/actions/keys.ts'
import { useMe } from '../../components/me-context.ts'
import { useChangePreferences } from '../../features/me/me.ts'
import classes from './keyboard-help.module.css'

// what lists and menus do themselves
const inLists: readonly (readonly [string, string])[] = [
  ['J, K or arrows', 'Next, previous row'],
  ['Enter', 'Open'],
  ['Space', 'Look into it'],
  ['X', 'Select'],
  ['Esc', 'Close, or back'],
]

export function KeyboardHelp({ onClose }: { onClose: () => void }) {
  const me = useMe()
  const change = useChangePreferences()
  const actions = visibleTo(me, useOfferedActions()).filter(({ key }) => key !== undefined)
  const groups = [...new Set(actions.map(({ group = THIS_PAGE }) => group))]
  return (
    <Modal opened onClose={onClose} title="Keyboard" size="lg">
      <Switch
        label="Single keys act outside of fields"
        description="Keys with Ctrl or ⌘ always do."
        checked={me.preferences.singleKeys}
        onChange={(event) => change.mutate({ singleKeys: event.currentTarget.checked })}
      />
      <div className={classes.groups}>
        {groups.map((title) => (
          <Keys
            key={title}
            title={title}
            lines={actions
              .filter(({ group = THIS_PAGE }) => group === title)
              .map(({ key = '', label }) => [keyLabel(key, isMac()), label])}
          />
        ))}
        <Keys title="Lists" lines={inLists} />
      </div>
    </Modal>
  )
}

function Keys({ title, lines }: { title: string; lines: readonly (readonly [string, string])[] }) {
  return (
    <section>
      <h3 className={classes.title}>{title}</h3>
      <dl className={classes.keys}>
        {lines.map(([key, label]) => (
          <div key={`${key} ${label}`} className={classes.line}>
            <dt>{label}</dt>
            <dd>
              <kbd>{key}</kbd>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

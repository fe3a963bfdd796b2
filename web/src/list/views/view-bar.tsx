// The view of a list: which one it is, that it was changed, and saving, naming, sharing, resetting and deleting it.
import { Button } from '@mantine/core'
import { Menu } from '../../components/floating/menu.ts'
import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { hasStatus } from '../../lib/refusal.ts'
import type { ListAddress } from '../address/use-list-address.ts'
import type { Identified, ListDefinition } from '../definition.ts'
import { texts } from '../texts.ts'
import classes from './view-bar.module.css'
import { type SavedView, useViewActions, type View } from './views.ts'
import { lazily } from '../../components/lazily.tsx'

const ViewDialog = lazily(() => import('./view-dialog.tsx'), 'ViewDialog')

interface Props<Row extends Identified> {
  readonly definition: ListDefinition<Row>
  readonly view: View
  readonly saved: readonly SavedView[]
  readonly changed: boolean
  readonly address: ListAddress
  readonly mayShareWithAll: boolean
  readonly onDone: (message: string) => void
}

type Asked = 'new' | 'naming' | 'delete'

export function ViewBar<Row extends Identified>(props: Props<Row>) {
  const { definition, view, changed, address, onDone } = props
  const actions = useViewActions(definition.name)
  const [asked, setAsked] = useState<Asked>()
  const mayChange = view.saved?.can?.change === true
  const save = () =>
    view.saved &&
    actions.save.mutate(
      { view: view.saved, state: address.state },
      {
        onSuccess: () => {
          address.reset()
          onDone(texts.viewSaved(view.name))
        },
      },
    )
  return (
    <div className={classes.bar}>
      <ViewMenu {...props} onAsk={setAsked} />
      {changed && (
        <>
          <span className={classes.changed}>{texts.changed}</span>
          {mayChange && (
            <Button size="compact-sm" variant="light" aria-busy={actions.save.isPending} onClick={save}>
              {texts.save}
            </Button>
          )}
          <Button size="compact-sm" variant="light" onClick={() => setAsked('new')}>
            {texts.saveAs}
          </Button>
          <Button size="compact-sm" variant="subtle" onClick={address.reset}>
            {texts.reset}
          </Button>
        </>
      )}
      {actions.save.error !== null && (
        <ErrorAlert error={actions.save.error}>
          {hasStatus(actions.save.error, 412) ? <p>{texts.viewConflict}</p> : null}
        </ErrorAlert>
      )}
      <ViewDialogs {...props} asked={asked} actions={actions} onClose={() => setAsked(undefined)} />
    </div>
  )
}

function ViewMenu<Row extends Identified>(props: Props<Row> & { onAsk: (asked: Asked) => void }) {
  const { definition, view, saved, address, onAsk } = props
  const item = (id: string, name: string) => (
    <Menu.RadioItem key={id} value={id} closeMenuOnClick>
      {name}
    </Menu.RadioItem>
  )
  const section = (label: string, sharedWith: SavedView['sharedWith']) => {
    const views = saved.filter((each) => each.sharedWith === sharedWith)
    if (views.length === 0) return null
    return (
      <>
        <Menu.Label>{label}</Menu.Label>
        {views.map((each) => item(String(each.id), each.name ?? ''))}
      </>
    )
  }
  return (
    <Menu position="bottom-start" withinPortal width={280}>
      <Menu.Target>
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`${texts.views}: ${view.name}`}
          rightSection={<IconChevronDown size={14} aria-hidden="true" />}
        >
          {view.name}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup
          value={view.id}
          onChange={(id) => address.open(id === definition.views[0]?.id ? undefined : id)}
        >
          <Menu.Label>{texts.standardViews}</Menu.Label>
          {definition.views.map(({ id, name }) => item(id, name))}
          {section(texts.ownViews, 'Me')}
          {section(texts.teamViews, 'Team')}
          {section(texts.organisationViews, 'Organization')}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item onClick={() => onAsk('new')}>{texts.saveAs}</Menu.Item>
        {view.saved?.can?.change === true && (
          <Menu.Item onClick={() => onAsk('naming')}>{texts.renameView}</Menu.Item>
        )}
        {view.saved?.can?.delete === true && (
          <Menu.Item color="red" onClick={() => onAsk('delete')}>
            {texts.deleteView}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

function ViewDialogs<Row extends Identified>(
  props: Props<Row> & {
    asked: Asked | undefined
    actions: ReturnType<typeof useViewActions>
    onClose: () => void
  },
) {
  const { asked, view, address, mayShareWithAll, actions, onClose, onDone } = props
  const { saved } = view
  if (asked === 'delete' && saved) {
    return (
      <ConfirmDialog
        opened
        title={texts.deleteViewTitle(view.name)}
        confirmLabel={texts.deleteView.replace('…', '')}
        busy={actions.remove.isPending}
        error={actions.remove.error}
        onClose={onClose}
        onConfirm={() =>
          actions.remove.mutate(saved, {
            onSuccess: () => {
              onClose()
              address.open(undefined)
              onDone(texts.viewDeleted(view.name))
            },
          })
        }
      >
        {texts.deleteViewText}
      </ConfirmDialog>
    )
  }
  if (asked === 'naming' && saved) {
    return (
      <ViewDialog
        title={texts.changeViewTitle}
        start={{ name: view.name, sharedWith: saved.sharedWith ?? 'Me', teamId: saved.team?.id }}
        mayShareWithAll={mayShareWithAll}
        busy={actions.rename.isPending}
        error={actions.rename.error}
        onClose={onClose}
        onSave={(naming) =>
          actions.rename.mutate(
            { view: saved, naming },
            {
              onSuccess: () => {
                onClose()
                onDone(texts.viewSaved(naming.name))
              },
            },
          )
        }
      />
    )
  }
  if (asked !== 'new') return null
  return (
    <ViewDialog
      title={texts.saveViewTitle}
      start={{ name: saved ? `${view.name} (2)` : '', sharedWith: 'Me', teamId: undefined }}
      mayShareWithAll={mayShareWithAll}
      busy={actions.create.isPending}
      error={actions.create.error}
      onClose={onClose}
      onSave={(naming) =>
        actions.create.mutate(
          { state: address.state, naming },
          {
            onSuccess: ({ id }) => {
              onClose()
              address.open(String(id))
              onDone(texts.viewSaved(naming.name))
            },
          },
        )
      }
    />
  )
}

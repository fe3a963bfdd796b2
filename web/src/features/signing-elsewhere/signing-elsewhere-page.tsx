// The signing services that contracts can be sent with, for administrators.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { CopyField } from '../../components/copy-field.tsx'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { useFormat } from '../../components/format-context.ts'
import { Notice } from '../../components/notice.tsx'
import { Page } from '../../components/page.tsx'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { Panel } from '../../components/panel.tsx'
import { showToast } from '../../components/toast-store.ts'
import { RotateDialog } from './rotate-dialog.tsx'
import { ServiceDialog } from './set-up-dialog.tsx'
import { type SigningService, servicesQuery, useRemoveService } from './signing-elsewhere.ts'
import classes from './signing-elsewhere.module.css'
import { serviceTexts as texts } from './texts.ts'

export function SigningServicesPage() {
  const services = useQuery(servicesQuery)
  const [adding, setAdding] = useState(false)
  return (
    <Page title={texts.title} lead={texts.lead}>
      <Panel>
        {services.isPending ? <PageSkeleton lines={4} /> : null}
        {services.error ? <ErrorPanel error={services.error} retry={services.refetch} /> : null}
        {services.data?.length === 0 ? <p style={{ margin: 0 }}>{texts.none}</p> : null}
        {services.data && services.data.length > 0 ? (
          <ul className={classes.list}>
            {services.data.map((service) => (
              <Service key={service.id} service={service} />
            ))}
          </ul>
        ) : null}
        <div className={classes.acts}>
          <Button onClick={() => setAdding(true)}>{texts.add}</Button>
        </div>
        <p className={classes.quiet}>{texts.protocol}</p>
      </Panel>
      {adding ? <ServiceDialog service={undefined} onClose={() => setAdding(false)} /> : null}
    </Page>
  )
}

function Service({ service }: { service: SigningService }) {
  const { id, name, url, events, complete, previousSecretExpires, openRequests, created } = service
  const format = useFormat()
  const remove = useRemoveService(id)
  const [open, setOpen] = useState<'change' | 'rotate' | 'remove'>()
  const close = () => setOpen(undefined)
  const by = texts.added(format.date(created.dateUtc), created.userName)
  return (
    <li className={classes.service}>
      <div className={classes.name}>{name}</div>
      <div className={classes.quiet}>{[url, texts.open(openRequests), by].join(' · ')}</div>
      {complete ? null : (
        <Notice kind="caution" title={texts.incomplete}>
          {texts.incompleteText}
        </Notice>
      )}
      <CopyField label={texts.events} value={events} />
      {previousSecretExpires ? (
        <p className={classes.quiet}>{texts.overlap(format.dateTime(previousSecretExpires))}</p>
      ) : null}
      <div className={classes.acts}>
        <Button size="xs" variant="default" onClick={() => setOpen('change')}>
          {texts.change}
        </Button>
        <Button size="xs" variant="default" onClick={() => setOpen('rotate')}>
          {texts.rotate}
        </Button>
        <Button size="xs" variant="default" onClick={() => setOpen('remove')}>
          {texts.remove}
        </Button>
      </div>
      {open === 'change' ? <ServiceDialog service={service} onClose={close} /> : null}
      {open === 'rotate' ? <RotateDialog service={service} onClose={close} /> : null}
      <ConfirmDialog
        opened={open === 'remove'}
        title={texts.removeTitle(name)}
        confirmLabel={texts.removeDo}
        busy={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate(undefined, { onSuccess: () => showToast({ text: texts.removed }) })}
        onClose={close}
      >
        {texts.removeText}
      </ConfirmDialog>
    </li>
  )
}

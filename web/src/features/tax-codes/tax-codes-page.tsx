// Tax codes: added, changed, and deleted while no line names them.
import { Button, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { useFormat } from '../../components/format-context.ts'
import { lazily } from '../../components/lazily.tsx'
import { useMe } from '../../components/me-context.ts'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { Page } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import { showToast } from '../../components/toast-store.ts'
import { type TaxCode, taxCodesQuery, useDeleteTaxCode } from './tax-code-calls.ts'
import classes from './tax-codes.module.css'
import { taxCodeTexts as texts } from './texts.ts'

const CodeDialog = lazily(() => import('./code-dialog.tsx'), 'CodeDialog')

type Asked = { kind: 'add' } | { kind: 'change' | 'delete'; code: TaxCode }

export function TaxCodesPage() {
  const { can } = useMe()
  const codes = useQuery(taxCodesQuery)
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  return (
    <Page
      title={texts.title}
      lead={texts.lead}
      actions={
        can.administer ? <Button onClick={() => setAsked({ kind: 'add' })}>{texts.add}</Button> : undefined
      }
    >
      <Panel>
        {codes.isPending ? <PageSkeleton lines={3} /> : null}
        {codes.isError ? <ErrorPanel error={codes.error} retry={codes.refetch} /> : null}
        {codes.data?.length === 0 ? <p className={classes.quiet}>{texts.none}</p> : null}
        {codes.data && codes.data.length > 0 ? (
          <Table codes={codes.data} onAsk={can.administer ? setAsked : undefined} />
        ) : null}
      </Panel>
      {asked?.kind === 'add' ? <CodeDialog code={undefined} onClose={close} /> : null}
      {asked?.kind === 'change' ? <CodeDialog code={asked.code} onClose={close} /> : null}
      {asked?.kind === 'delete' ? <DeleteDialog code={asked.code} onClose={close} /> : null}
    </Page>
  )
}

function Table(props: { codes: readonly TaxCode[]; onAsk: ((asked: Asked) => void) | undefined }) {
  const { codes, onAsk } = props
  return (
    <table className={classes.table} aria-label={texts.list}>
      <thead>
        <tr>
          <th scope="col">{texts.code}</th>
          <th scope="col">{texts.name}</th>
          <th scope="col">{texts.country}</th>
          <th scope="col">{texts.kind}</th>
          <th scope="col">{texts.ratesShort}</th>
          {onAsk ? (
            <th scope="col">
              <VisuallyHidden>{texts.acts}</VisuallyHidden>
            </th>
          ) : null}
        </tr>
      </thead>
      <tbody>
        {codes.map((code) => (
          <tr key={code.id}>
            <th scope="row">
              {code.code}
              {code.active ? null : <small>{texts.inactive}</small>}
            </th>
            <td data-label={texts.name}>{code.name}</td>
            <td data-label={texts.country}>{code.country}</td>
            <td data-label={texts.kind}>{texts.kinds[code.kind]}</td>
            <td data-label={texts.ratesShort}>
              <Rates code={code} />
            </td>
            {onAsk ? (
              <td className={classes.end}>
                <Acts code={code} onAsk={onAsk} />
              </td>
            ) : null}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Acts({ code, onAsk }: { code: TaxCode; onAsk: (asked: Asked) => void }) {
  return (
    <span className={classes.acts}>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={texts.change(code.code)}
        onClick={() => onAsk({ kind: 'change', code })}
      >
        {texts.changeShort}
      </Button>
      {code.used ? null : (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={texts.remove(code.code)}
          onClick={() => onAsk({ kind: 'delete', code })}
        >
          {texts.removeShort}
        </Button>
      )}
    </span>
  )
}

function Rates({ code }: { code: TaxCode }) {
  const format = useFormat()
  const percent = (number: number) => texts.percent(format.number(number))
  return (
    <ul className={classes.rates}>
      {code.rates.map(({ from, to, rate, recoverable, withholding }) => (
        <li key={from}>
          {percent(rate)}{' '}
          <small>
            {[
              texts.days(format.date(from), to ? format.date(to) : null),
              texts.recoverableOf(percent(recoverable)),
              withholding > 0 ? texts.withheldOf(percent(withholding)) : '',
            ]
              .filter(Boolean)
              .join(' · ')}
          </small>
        </li>
      ))}
    </ul>
  )
}

function DeleteDialog({ code, onClose }: { code: TaxCode; onClose: () => void }) {
  const remove = useDeleteTaxCode()
  return (
    <ConfirmDialog
      opened
      title={texts.removeTitle}
      confirmLabel={texts.removeShort}
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() =>
        remove.mutate(code.id ?? 0, {
          onSuccess: () => {
            showToast({ text: texts.removed })
            onClose()
          },
        })
      }
      onClose={onClose}
    >
      {texts.removeText(code.code)}
    </ConfirmDialog>
  )
}

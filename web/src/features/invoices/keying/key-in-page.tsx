// Keying in an invoice: its head and its lines as a sheet, saved as a draft, checked, and posted.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { ActionButton } from '../../../components/action-button.tsx'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { ErrorPanel } from '../../../components/error-panel.tsx'
import { PageSkeleton } from '../../../components/page-skeleton.tsx'
import { Notice } from '../../../components/notice.tsx'
import { Page } from '../../../components/page.tsx'
import { Panel } from '../../../components/panel.tsx'
import { StatusMessage } from '../../../components/status-message.tsx'
import { showToast } from '../../../components/toast-store.ts'
import { useCurrency } from '../../../forms/use-currency.ts'
import { kinds } from '../../../lib/kinds.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { useAction } from '../../../lib/use-action.ts'
import { invoiceQuery } from '../review/invoice-calls.ts'
import { taxCodesOfQuery } from '../../matters/tax-codes-of-matter.ts'
import { type Head, HeadFields, invoiceOf } from './head-fields.tsx'
import { CheckFindings } from '../posting/check-findings.tsx'
import { type Check, checkInvoice } from '../posting/posting.ts'
import { postDraft, useSaveInvoice } from './keying-calls.ts'
import {
  type CellProblems,
  cellOf,
  emptyRow,
  linesOf,
  mostRows,
  type SheetCode,
  type SheetRow,
} from './sheet-rows.ts'
import classes from './sheet.module.css'
import { Sheet, useWriting } from './sheet.tsx'
import { keyingTexts as texts } from './texts.ts'
import { type Draft, useSheet } from './use-sheet.ts'

const route = getRouteApi('/signed-in/invoices/$id/edit')
const noProblems: CellProblems = new Map()
const headNames = [
  kinds.matter.one,
  'number',
  'invoiceDate',
  'dueDate',
  'billingPeriod',
  'currency',
  'recipient',
  'credits',
]

export function NewInvoicePage() {
  return (
    <Page title={texts.title} lead={texts.lead}>
      <Editor draft={undefined} />
    </Page>
  )
}

export function EditInvoicePage() {
  const { id } = route.useParams()
  const invoice = useQuery(invoiceQuery(Number(id)))
  if (invoice.isError) return <ErrorPanel error={invoice.error} retry={invoice.refetch} />
  if (invoice.data === undefined) return <PageSkeleton />
  const { value, etag } = invoice.data
  return (
    <Page title={texts.editTitle(value.number)} lead={texts.lead}>
      {value.status === 'Draft' && value.can.change ? (
        <Editor key={id} draft={{ value, etag }} />
      ) : (
        <p className={classes.quiet}>{texts.notDraft}</p>
      )}
    </Page>
  )
}

type Then = 'stay' | 'check' | 'post'

function Editor({ draft: read }: { draft: Draft | undefined }) {
  const writing = useWriting()
  const navigate = useNavigate()
  const usual = useCurrency()
  const sheet = useSheet(read, writing)
  const { draft, head, rows } = sheet
  const [problems, setProblems] = useState(noProblems)
  const [isTried, setTried] = useState(false)
  const [check, setCheck] = useState<Check>()
  const save = useSaveInvoice()
  const post = useAction({
    mutationFn: ({ value, etag }: Draft) => postDraft(value.id, etag),
    onSuccess: ({ value }) => {
      showToast({ text: texts.posted })
      return navigate({ to: '/invoices/$id', params: { id: String(value.id) } })
    },
  })
  const look = useAction({ mutationFn: ({ value }: Draft) => checkInvoice(value.id) })
  const codes = useSheetCodes(head)
  const changed = () => {
    setProblems(noProblems)
    setCheck(undefined)
  }
  const found = (saved: Draft, then: Then) =>
    look.mutate(saved, {
      onSuccess: (answer) => {
        setCheck(answer)
        setProblems(problemsOf(answer.errors, rows))
        const isFine = answer.errors.length === 0 && !answer.items.some(({ refused }) => refused)
        if (then === 'post' && isFine) post.mutate(saved)
      },
    })
  const send = (then: Then) => {
    setTried(true)
    setCheck(undefined)
    const read = linesOf(rows, writing, { number: texts.isNumber, needed: texts.isNeeded })
    setProblems('problems' in read ? read.problems : noProblems)
    const { matter, number, invoiceDate } = head
    if ('problems' in read || !matter || number.trim() === '' || invoiceDate === '') return
    const order = {
      draft: draft && { id: draft.value.id, etag: draft.etag },
      invoice: invoiceOf(head, matter.id, read.lines),
      document: head.document,
    }
    save.mutate(order, {
      onSuccess: (saved) => {
        sheet.wasSaved(saved)
        if (then === 'stay') showToast({ text: texts.saved })
        else found(saved, then)
      },
      onError: (error) => setProblems(problemsIn(error, rows)),
    })
  }
  const isBusy = save.isPending || look.isPending || post.isPending
  return (
    <>
      {sheet.isRestored ? (
        <Notice kind="caution" title={texts.restored}>
          <div>
            <Button
              size="xs"
              variant="default"
              onClick={() => {
                changed()
                sheet.discard()
              }}
            >
              {texts.discard}
            </Button>
          </div>
        </Notice>
      ) : null}
      <Panel title={texts.head}>
        <HeadFields
          head={head}
          draft={draft?.value}
          error={save.error}
          checked={isTried}
          onChange={(some) => {
            changed()
            sheet.changeHead(some)
          }}
        />
      </Panel>
      <Panel title={texts.lines}>
        <p className={classes.quiet}>{texts.keys}</p>
        <Sheet
          rows={rows}
          problems={problems}
          currency={/^[A-Z]{3}$/.test(head.currency) ? head.currency : usual}
          isCredit={head.credits.trim() !== ''}
          codes={codes}
          onRows={(change) => {
            changed()
            sheet.changeRows(change)
          }}
        />
        <div>
          <Button
            size="xs"
            variant="default"
            disabled={rows.length >= mostRows}
            onClick={() => sheet.changeRows((before) => [...before, emptyRow(before.at(-1))])}
          >
            {texts.add}
          </Button>
        </div>
        {rows.length >= mostRows ? <p className={classes.quiet}>{texts.most(mostRows)}</p> : null}
      </Panel>
      <Panel>
        {problems.size > 0 && !check ? <p role="alert">{texts.wrong}</p> : null}
        <ErrorAlert error={save.error ?? look.error ?? post.error} shownFields={headNames} />
        {check ? <CheckFindings check={check} place={texts.line} /> : null}
        <StatusMessage>{look.isPending ? texts.checking : null}</StatusMessage>
        <div className={classes.acts}>
          <ActionButton busy={isBusy} onClick={() => send('post')}>
            {texts.post}
          </ActionButton>
          <ActionButton variant="default" busy={isBusy} onClick={() => send('check')}>
            {texts.check}
          </ActionButton>
          <ActionButton variant="default" busy={isBusy} onClick={() => send('stay')}>
            {texts.save}
          </ActionButton>
        </div>
      </Panel>
    </>
  )
}

const noCodes: readonly SheetCode[] = []

/** The codes that lines can name, with what they bill on the day of the invoice. */
function useSheetCodes({ matter, invoiceDate }: Head): readonly SheetCode[] {
  const found = useQuery(taxCodesOfQuery(matter?.id)).data
  return useMemo(
    () =>
      found?.map(({ code, name, kind, rates }) => ({
        code,
        name,
        rate:
          kind === 'ReverseCharge'
            ? 0
            : rates.find(({ from, to }) => from <= invoiceDate && (!to || invoiceDate <= to))?.rate,
      })) ?? noCodes,
    [found, invoiceDate],
  )
}

function problemsOf(errors: Check['errors'], rows: readonly SheetRow[]): CellProblems {
  return new Map(
    errors.flatMap(({ line, property, message }) => {
      const cell = line === null ? undefined : cellOf(rows, line - 1, property)
      return cell === undefined ? [] : [[cell, message] as const]
    }),
  )
}

/** What the server says of lines that it did not take. */
function problemsIn(error: unknown, rows: readonly SheetRow[]): CellProblems {
  if (!(error instanceof Refusal)) return noProblems
  return new Map(
    Object.entries(error.errors).flatMap(([name, messages]) => {
      const [, line, property = ''] = /lines\[(\d+)\][./](\w+)/.exec(name) ?? []
      const cell = line === undefined ? undefined : cellOf(rows, Number(line), property)
      return cell === undefined ? [] : [[cell, messages.join(' ')] as const]
    }),
  )
}

import { useState } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { draw, screen, waitFor } from '../../../test/components/page.tsx'
import { Refusal } from '../lib/refusal.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { NameDialog } from './name-dialog.tsx'
import { ReasonDialog } from './reason-dialog.tsx'

const refusal = (field: string, message: string) =>
  new Refusal(400, { detail: 'That cannot be saved.', errors: { [field]: [message] } })

describe('a confirmation', () => {
  function ask(onConfirm = vi.fn()) {
    const onClose = vi.fn()
    function Page() {
      const [opened, setOpened] = useState(false)
      const close = () => {
        onClose()
        setOpened(false)
      }
      const asked = { title: 'Delete?', confirmLabel: 'Delete', busy: false, error: null }
      return (
        <>
          <button type="button" onClick={() => setOpened(true)}>
            Delete…
          </button>
          <ConfirmDialog {...asked} opened={opened} onConfirm={onConfirm} onClose={close}>
            It cannot be taken back.
          </ConfirmDialog>
        </>
      )
    }
    const { user } = draw(<Page />)
    const open = async () => {
      await user.click(screen.getByRole('button', { name: 'Delete…' }))
      await waitFor(() => expect(document.activeElement?.textContent).toBe('Cancel'))
    }
    return { user, open, onConfirm, onClose }
  }

  test('begins on Cancel, so that a hasty Enter does nothing, and gives the focus back', async () => {
    const { user, open, onConfirm, onClose } = ask()
    await open()
    await user.keyboard('{Enter}')
    expect(onConfirm).not.toHaveBeenCalled()
    expect(onClose).toHaveBeenCalledOnce()
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Delete…'))
  })

  test('Escape closes it; its button confirms', async () => {
    const { user, open, onConfirm, onClose } = ask()
    await open()
    await user.keyboard('{Escape}')
    expect(onClose).toHaveBeenCalledOnce()
    await open()
    await user.click(screen.getByRole('button', { name: 'Delete' }))
    expect(onConfirm).toHaveBeenCalledOnce()
  })
})

describe('a question for the reason', () => {
  const asked = {
    title: 'Decline',
    label: 'Reason',
    hint: 'Everyone reads it.',
    confirmLabel: 'Decline',
    busy: false,
    error: null,
  }

  test('wants one, of more than spaces, and hands it over without them', async () => {
    const onConfirm = vi.fn()
    const { user } = draw(<ReasonDialog {...asked} onConfirm={onConfirm} onClose={vi.fn()} />)
    const reason = await screen.findByRole('textbox', { name: /^Reason/ })
    const confirm = screen.getByRole<HTMLButtonElement>('button', { name: 'Decline' })
    await user.type(reason, '  ')
    expect(confirm.disabled).toBe(true)
    await user.type(reason, 'Too dear. ')
    await user.click(confirm)
    expect(onConfirm.mock.calls).toEqual([['Too dear.']])
  })

  test('says what the server says of the reason at the reason, and the rest above', async () => {
    const said = {
      error: refusal('reason', 'The reason has too many words.'),
      onClose: vi.fn(),
      onConfirm: vi.fn(),
    }
    draw(<ReasonDialog {...asked} {...said} />)
    const reason = await screen.findByRole('textbox', { name: /^Reason/ })
    expect(reason.getAttribute('aria-invalid')).toBe('true')
    const alert = screen.getByRole('alert')
    expect(alert.textContent).toContain('That cannot be saved.')
    expect(alert.textContent).not.toContain('too many words')
    screen.getByText('The reason has too many words.')
  })
})

describe('a question for a name', () => {
  async function ask(onSubmit: (name: string) => Promise<unknown> = async () => undefined) {
    const submit = vi.fn(onSubmit)
    const onClose = vi.fn()
    const asked = {
      title: 'Rename',
      label: 'Name',
      submit: 'Rename',
      initial: 'Lease.v2.docx',
      isOfFile: true,
    }
    const { user } = draw(<NameDialog {...asked} onSubmit={submit} onClose={onClose} />)
    return {
      user,
      submit,
      onClose,
      name: await screen.findByRole<HTMLInputElement>('textbox', { name: /^Name/ }),
    }
  }

  test('selects the name of a file without its extension; Enter saves it once', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const { user, name, submit, onClose } = await ask(() => promise)
    name.focus()
    expect([name.selectionStart, name.selectionEnd]).toEqual([0, 'Lease.v2'.length])
    await user.clear(name)
    await user.keyboard(' Quay.docx {Enter}{Enter}')
    expect(submit.mock.calls).toEqual([['Quay.docx']])
    expect(onClose).not.toHaveBeenCalled()
    resolve()
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  })

  test('the same name only closes it, and an empty one cannot be saved', async () => {
    const { user, name, submit, onClose } = await ask()
    await user.clear(name)
    await user.keyboard('{Enter}')
    expect(onClose).not.toHaveBeenCalled()
    await user.type(name, 'Lease.v2.docx{Enter}')
    expect(onClose).toHaveBeenCalledOnce()
    expect(submit).not.toHaveBeenCalled()
  })

  test('a name that the server refuses stays, with its sentence at the field', async () => {
    const { user, name, onClose } = await ask(() =>
      Promise.reject(refusal('name', 'There is one of this name.')),
    )
    await user.clear(name)
    await user.keyboard('Quay.docx{Enter}')
    await screen.findByText('There is one of this name.')
    expect(name.value).toBe('Quay.docx')
    expect(onClose).not.toHaveBeenCalled()
  })
})

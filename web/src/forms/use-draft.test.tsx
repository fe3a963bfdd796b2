import { expect, test } from 'vitest'
import { draw, screen } from '../../../test/components/page.tsx'
import { useDraft } from './use-draft.ts'

function Form({ name }: { name: string }) {
  const [text, setText, forget] = useDraft(name, '')
  return (
    <>
      <textarea aria-label="Message" value={text} onChange={(event) => setText(event.currentTarget.value)} />
      <button type="button" onClick={forget}>
        Send
      </button>
    </>
  )
}

const message = () => screen.getByLabelText<HTMLTextAreaElement>('Message')

test('what somebody was writing is there again on the page they come back to, until it is sent', async () => {
  const first = draw(<Form name="matter 1" />)
  await first.user.type(message(), 'Please call.')
  first.unmount()
  const second = draw(<Form name="matter 1" />)
  expect(message().value).toBe('Please call.')
  await second.user.click(screen.getByRole('button', { name: 'Send' }))
  expect(message().value).toBe('')
  second.unmount()
  draw(<Form name="matter 1" />)
  expect(message().value).toBe('')
})

test('another record has its own draft, under the same page as well', async () => {
  const { user, rerender } = draw(<Form name="matter 1" />)
  await user.type(message(), 'For one.')
  rerender(<Form name="matter 2" />)
  expect(message().value).toBe('')
  await user.type(message(), 'For two.')
  rerender(<Form name="matter 1" />)
  expect(message().value).toBe('For one.')
})

test('nobody else finds it', async () => {
  const first = draw(<Form name="matter 1" />)
  await first.user.type(message(), 'Confidential.')
  first.unmount()
  draw(<Form name="matter 1" />, { userId: 'tomas' })
  expect(message().value).toBe('')
})

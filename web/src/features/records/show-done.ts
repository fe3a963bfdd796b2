// Messages about what was done, with undo. If undoing fails, that is shown as well.
import { type About, showToast } from '../../components/toast-store.ts'
import { messageOf } from '../../lib/refusal-message.ts'
import { recordTexts } from './texts.ts'

/** Says what was done; `undo` takes it back, until what it is `about` has moved on. */
export function showDone(text: string, undo?: () => Promise<unknown>, about?: About): void {
  showToast({
    text,
    ...(about === undefined ? {} : { about }),
    ...(undo === undefined
      ? {}
      : {
          undo: () =>
            undo().then(
              () => showToast({ text: recordTexts.undone(text) }),
              (error: unknown) => showToast({ text: messageOf(error), problem: true }),
            ),
        }),
  })
}

// Tells people who reloaded the page during uploads how to continue them.
import { showToast } from '../../../components/toast-store.ts'
import { uploadTexts as texts } from '../texts.ts'
import { leftBehind } from './kept-uploads.ts'

let told = false

/** Once after the page was loaded. */
export function tellLeftBehind(): void {
  if (told) return
  told = true
  showToast({ text: texts.leftBehind(leftBehind), problem: true })
}

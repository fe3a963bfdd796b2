// After a reload: goes on with the uploads whose files the browser kept, and asks for the files of the others.
import { showToast } from '../../../components/toast-store.ts'
import { uploadTexts as texts } from '../texts.ts'
import { takeOverKept } from './kept-files.ts'
import { leftBehind, printOf } from './kept-uploads.ts'
import { goOnWith } from './uploads.ts'

let begun = false

/** Once after the page was loaded, for the person who is signed in. */
export async function goOnAfterReload(userId: string): Promise<void> {
  if (begun) return
  begun = true
  const found = await takeOverKept(userId).catch(() => [])
  goOnWith(found)
  const missing = leftBehind.filter(({ print }) => !found.some(({ file }) => print === printOf(file)))
  if (missing.length > 0)
    showToast({ text: texts.leftBehind(missing.map(({ name }) => name)), problem: true })
}

// All files that a person sees, of every matter and contract.
import { Page } from '../../../components/page.tsx'
import { ListView } from '../../../list/list-view.tsx'
import { fileList } from './file-list.tsx'
import { fileListTexts as texts } from './file-list-texts.ts'

export function FilesPage() {
  return (
    <Page title={texts.title}>
      <ListView definition={fileList} />
    </Page>
  )
}

// The editor of Word documents with the clauses of the library beside it. Loaded when somebody edits.
import { DocumentEditor, type DocumentEditorProps } from '../../../preview/editing/document-editor.tsx'
import { ClausesPanel } from '../../clauses/panel/clauses-panel.tsx'
import { panelTexts } from '../../clauses/panel/panel-texts.ts'

const clauses = { label: panelTexts.button, Panel: ClausesPanel }

export function EditedDocument(props: Omit<DocumentEditorProps, 'beside'>) {
  return <DocumentEditor {...props} beside={clauses} />
}

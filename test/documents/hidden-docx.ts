// A Word document with text that is formatted as hidden, and with properties that somebody added.
import { docx } from './docx.ts'

const office = 'http://schemas.openxmlformats.org'
const w = `xmlns:w="${office}/wordprocessingml/2006/main"`
const run = (text: string, look = '') => `<w:r><w:rPr>${look}</w:rPr><w:t>${text}</w:t></w:r>`
const paragraph = (content: string, style = '') =>
  `<w:p><w:pPr><w:pStyle w:val="${style}"/></w:pPr>${content}</w:p>`
const property = (id: number, name: string, value: string) =>
  `<property fmtid="{D5CDD505-2E9C-101B-9397-08002B2CF9AE}" pid="${id}" name="${name}"><vt:lpwstr>${value}</vt:lpwstr></property>`
const field = (instruction: string, result: string) =>
  [
    '<w:r><w:fldChar w:fldCharType="begin"/></w:r>',
    `<w:r><w:instrText> ${instruction} \\* MERGEFORMAT </w:instrText></w:r>`,
    '<w:r><w:fldChar w:fldCharType="separate"/></w:r>',
    `${run(result)}<w:r><w:fldChar w:fldCharType="end"/></w:r>`,
  ].join('')

const vanish = '<w:vanish/>'

/** Three passages of hidden text; three properties, of which a field shows one. */
export const hiddenDocx = docx([], {
  '[Content_Types].xml': `<Types xmlns="${office}/package/2006/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Default Extension="xml" ContentType="application/xml"/>
<Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/>
<Override PartName="/docProps/custom.xml" ContentType="application/vnd.openxmlformats-officedocument.custom-properties+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${office}/package/2006/relationships">
<Relationship Id="rId1" Type="${office}/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/>
<Relationship Id="rId2" Type="${office}/officeDocument/2006/relationships/custom-properties" Target="docProps/custom.xml"/></Relationships>`,
  'word/styles.xml': `<w:styles ${w}><w:style w:type="character" w:styleId="Note"><w:rPr>${vanish}</w:rPr></w:style>
<w:style w:type="paragraph" w:styleId="Guide"><w:basedOn w:val="Base"/></w:style>
<w:style w:type="paragraph" w:styleId="Base"><w:rPr>${vanish}</w:rPr></w:style></w:styles>`,
  'word/document.xml': `<w:document ${w}><w:body>${[
    paragraph(
      run('The price is ') +
        run('minimum ', vanish) +
        run('EUR 90 ', '<w:rStyle w:val="Note"/>') +
        run('EUR 100.'),
    ),
    paragraph(run('A secret guide', ''), 'Guide'),
    paragraph(field('DOCPROPERTY "Matter number"', 'M-7')),
    paragraph(run('Shown after all', '<w:vanish w:val="0"/>'), 'Guide'),
    `<w:tbl><w:tr><w:trPr><w:hidden/></w:trPr><w:tc>${paragraph(run('secret row'))}</w:tc></w:tr></w:tbl>`,
  ].join('')}</w:body></w:document>`,
  'docProps/custom.xml': `<Properties xmlns="${office}/officeDocument/2006/custom-properties" xmlns:vt="${office}/officeDocument/2006/docPropsVTypes">${[
    property(2, 'Matter number', 'M-7'),
    property(3, 'Folder', 'Clients/Acme'),
    property(4, 'Reviewer', 'Ana Prior'),
  ].join('')}</Properties>`,
})

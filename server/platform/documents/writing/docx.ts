// A written document as a Word document: the minimum that every word processor accepts, with real headings.
import { readClauses, type SampleDocument } from './sample-document.ts'
import { zip } from './zip.ts'

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const namespaces = 'http://schemas.openxmlformats.org'
const relationships = `${namespaces}/officeDocument/2006/relationships`
const packaging = `${namespaces}/package/2006`
const wordTypes = 'application/vnd.openxmlformats-officedocument.wordprocessingml'

/** The bytes of the document. The same text always gives the same bytes. */
export function docxOf(document: SampleDocument): Buffer {
  return zip([
    { name: '[Content_Types].xml', content: contentTypes },
    { name: '_rels/.rels', content: relationshipsOfPackage },
    { name: 'word/_rels/document.xml.rels', content: relationshipsOfDocument },
    { name: 'word/document.xml', content: documentOf(document) },
    { name: 'word/styles.xml', content: styles },
    {
      name: 'docProps/core.xml',
      content: `${declaration}<cp:coreProperties xmlns:cp="${packaging}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${escaped(document.title)}</dc:title></cp:coreProperties>`,
    },
  ])
}

const contentTypes = [
  `${declaration}<Types xmlns="${packaging}/content-types">`,
  '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
  '<Default Extension="xml" ContentType="application/xml"/>',
  `<Override PartName="/word/document.xml" ContentType="${wordTypes}.document.main+xml"/>`,
  `<Override PartName="/word/styles.xml" ContentType="${wordTypes}.styles+xml"/>`,
  '<Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/>',
  '</Types>',
].join('')

const relationshipsOfPackage = [
  `${declaration}<Relationships xmlns="${packaging}/relationships">`,
  `<Relationship Id="rId1" Type="${relationships}/officeDocument" Target="word/document.xml"/>`,
  `<Relationship Id="rId2" Type="${packaging}/relationships/metadata/core-properties" Target="docProps/core.xml"/>`,
  '</Relationships>',
].join('')

const relationshipsOfDocument = `${declaration}<Relationships xmlns="${packaging}/relationships"><Relationship Id="rId1" Type="${relationships}/styles" Target="styles.xml"/></Relationships>`

const pageSetup =
  '<w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1418" w:right="1418" w:bottom="1418" w:left="1418" w:header="709" w:footer="709" w:gutter="0"/></w:sectPr>'

function documentOf(document: SampleDocument): string {
  const { title, opening, ending } = document
  const body = [
    paragraph(title, 'Title'),
    ...opening.map((text) => paragraph(text)),
    ...readClauses(document).flatMap(({ heading, paragraphs }) => [
      paragraph(heading, 'Heading1'),
      ...paragraphs.map((text) => paragraph(text)),
    ]),
    ...(ending.heading === undefined ? [] : [paragraph(ending.heading, 'Heading1')]),
    ...ending.lines.map((line) => paragraph(line)),
  ].join('')
  return `${declaration}<w:document xmlns:w="${namespaces}/wordprocessingml/2006/main"><w:body>${body}${pageSetup}</w:body></w:document>`
}

const paragraph = (text: string, style?: string) =>
  `<w:p>${style ? `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>` : ''}<w:r><w:t xml:space="preserve">${escaped(text)}</w:t></w:r></w:p>`

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const headingStyle = (id: string, name: string, size: number) =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/><w:basedOn w:val="Normal"/><w:next w:val="Normal"/><w:pPr><w:keepNext/><w:spacing w:before="280" w:after="120"/></w:pPr><w:rPr><w:b/><w:sz w:val="${size}"/></w:rPr></w:style>`

const styles = [
  `${declaration}<w:styles xmlns:w="${namespaces}/wordprocessingml/2006/main"><w:docDefaults>`,
  '<w:rPrDefault><w:rPr><w:rFonts w:ascii="Calibri" w:hAnsi="Calibri" w:cs="Calibri"/><w:sz w:val="22"/><w:lang w:val="en-GB"/></w:rPr></w:rPrDefault>',
  '<w:pPrDefault><w:pPr><w:spacing w:after="120" w:line="276" w:lineRule="auto"/></w:pPr></w:pPrDefault></w:docDefaults>',
  '<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>',
  `${headingStyle('Title', 'Title', 40)}${headingStyle('Heading1', 'heading 1', 26)}</w:styles>`,
].join('')

// A Word document with what programs keep in one: sets of data, with content controls that show some of it, variables,
// properties, and what is left of text that was taken out.
import { docx } from './docx.ts'

const office = 'http://schemas.openxmlformats.org'
const relationships = `${office}/officeDocument/2006/relationships`
const w = `xmlns:w="${office}/wordprocessingml/2006/main" xmlns:r="${relationships}"`
const of = (list: readonly (readonly [string, string, string])[]) =>
  `<Relationships xmlns="${office}/package/2006/relationships">${list
    .map(([id, type, target]) => `<Relationship Id="${id}" Type="${type}" Target="${target}"/>`)
    .join('')}</Relationships>`
const run = (text: string, look = '') => `<w:r><w:rPr>${look}</w:rPr><w:t>${text}</w:t></w:r>`
const paragraph = (content: string) => `<w:p>${content}</w:p>`
const mark = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`
const binding = (path: string, store = '{A1}') =>
  `<w:dataBinding w:prefixMappings="xmlns:ns0='urn:deal'" w:xpath="${path}" w:storeItemID="${store}"/>`
const control = (look: string, content: string) =>
  `<w:sdt><w:sdtPr>${look}</w:sdtPr><w:sdtContent>${content}</w:sdtContent></w:sdt>`
const row = (...cells: readonly string[]) =>
  `<w:tr>${cells.map((text) => `<w:tc>${paragraph(run(text))}</w:tc>`).join('')}</w:tr>`
const table = (style: string, look: string, rows: string) =>
  `<w:tbl><w:tblPr><w:tblStyle w:val="${style}"/>${look}</w:tblPr>${rows}</w:tbl>`
const tableStyle = (id: string, content: string) =>
  `<w:style w:type="table" w:styleId="${id}">${content}</w:style>`
const vanish = '<w:rPr><w:vanish/></w:rPr>'
const core = '{6C3C8BC8-F283-45AE-878A-BAB7291924A1}'

/** What a reader shows of it, paragraph by paragraph. */
export const shownOfBoundDocx = [
  'Price: EUR 900 <net>',
  'Law: England',
  'Due: 1 May',
  'Acme Ltd',
  'Reference R-1',
  'by Ana Prior for Harbour LLP',
  'First row',
  'after the first',
  'shown after all',
]

export const boundDocx = docx([], {
  '_rels/.rels': of([
    ['rId1', `${relationships}/officeDocument`, 'word/document.xml'],
    ['rId2', `${office}/package/2006/relationships/metadata/core-properties`, 'docProps/core.xml'],
    ['rId3', `${relationships}/extended-properties`, 'docProps/app.xml'],
  ]),
  'word/_rels/document.xml.rels': of([
    ['rId1', `${relationships}/styles`, 'styles.xml'],
    ['rId2', `${relationships}/settings`, 'settings.xml'],
    ['rId3', `${relationships}/customXml`, '../customXml/item1.xml'],
    ['rId4', `${relationships}/customXml`, '../customXml/item2.xml'],
    ['rId7', `${relationships}/customXml`, '../customXml/item3.xml'],
    ['rId5', `${relationships}/image`, 'media/hidden.png'],
    ['rId8', `${relationships}/header`, 'header1.xml'],
    ['rId6', `${relationships}/glossaryDocument`, 'glossary/document.xml'],
  ]),
  'customXml/_rels/item1.xml.rels': of([['rId1', `${relationships}/customXmlProps`, 'itemProps1.xml']]),
  'customXml/item1.xml':
    '<deal xmlns="urn:deal"><price>EUR 900 &lt;net&gt;</price><law>en</law><due>2027-05-01</due><floor>EUR 700 floor</floor></deal>',
  'customXml/itemProps1.xml':
    '<ds:datastoreItem ds:itemID="{a1}" xmlns:ds="http://schemas.openxmlformats.org/officeDocument/2006/customXml"/>',
  // what Word adds by itself
  'customXml/item2.xml': '<b:Sources SelectedStyle="APA" xmlns:b="urn:b"/>',
  'customXml/item3.xml': '<damaged',
  'docProps/core.xml':
    '<x:coreProperties xmlns:x="urn:c" xmlns:dc="urn:d"><dc:title>Deed</dc:title><dc:creator>Ana Prior</dc:creator><x:category>Acme Ltd</x:category></x:coreProperties>',
  'docProps/app.xml':
    '<Properties><Company>Harbour LLP</Company><Manager>Eve Boss</Manager><Template>Sell-side.dotx</Template></Properties>',
  'word/glossary/document.xml': `<w:glossaryDocument ${w}>Old client</w:glossaryDocument>`,
  'word/header1.xml': `<w:hdr ${w}>${paragraph(run('secret header'))}</w:hdr>`,
  'word/media/hidden.png': 'a picture',
  'word/settings.xml': `<w:settings ${w} xmlns:w15="urn:w15"><w:docVars><w:docVar w:name="Floor" w:val="EUR 650"/><w:docVar w:name="Reference" w:val="R-1"/></w:docVars><w15:docId w15:val="{D0C}"/></w:settings>`,
  'word/styles.xml': `<w:styles ${w}>${[
    tableStyle('Whole', vanish),
    tableStyle('Derived', '<w:basedOn w:val="Whole"/>'),
    tableStyle('Head', `<w:tblStylePr w:type="firstRow">${vanish}</w:tblStylePr>`),
  ].join('')}</w:styles>`,
  'word/document.xml': `<w:document ${w}><w:body>${[
    paragraph(
      run('Price: ') +
        control(`<w:showingPlcHdr/>${binding('/ns0:deal[1]/ns0:price[1]')}<w:text/>`, run('Click to enter')),
    ),
    paragraph(
      run('Law: ') +
        control(
          `${binding('/ns0:deal[1]/ns0:law[1]')}<w:dropDownList><w:listItem w:displayText="England" w:value="en"/></w:dropDownList>`,
          run('Wa') + run('les'),
        ),
    ),
    paragraph(run('Due: ') + control(`${binding('/ns0:deal[1]/ns0:due[1]')}<w:date/>`, run('1 May'))),
    control(`${binding('/ns0:coreProperties[1]/ns0:category[1]', core)}<w:text/>`, paragraph('')),
    paragraph(
      `<w:customXml w:element="ref"><w:customXmlPr><w:attr w:name="n" w:val="secret"/></w:customXmlPr>${run('Reference ')}</w:customXml><w:fldSimple w:instr=" DOCVARIABLE Reference ">${run('R-1')}</w:fldSimple>`,
    ),
    paragraph(
      `${run('by ')}<w:fldSimple w:instr=" AUTHOR  \\* MERGEFORMAT ">${run('Ana Prior')}</w:fldSimple>${run(' for ')}${[
        mark('begin'),
        '<w:r><w:instrText> DOCPROPERTY  "Company" </w:instrText></w:r>',
        mark('separate'),
        run('Harbour LLP'),
        mark('end'),
      ].join('')}`,
    ),
    table('Head', '<w:tblLook w:val="0000"/>', row('First row')),
    table('Head', '<w:tblLook w:firstRow="1"/>', row('secret head', 'secret too') + row('after the first')),
    table(
      'Derived',
      '',
      row('secret by a table') +
        `<w:tr><w:tc>${paragraph(run('shown after all', '<w:vanish w:val="0"/>'))}</w:tc></w:tr>`,
    ),
  ].join('')}</w:body></w:document>`,
})

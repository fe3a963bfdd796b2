// A Word document that would have a program load things from elsewhere.
import { docx } from './docx.ts'

const namespace = 'http://schemas.openxmlformats.org'
const field = (what: string) =>
  `<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> ${what} </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>here</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`

const linkedPicture = `<w:p><w:r><w:drawing><wp:inline><wp:extent cx="1000000" cy="1000000"/><wp:docPr id="1" name="a"/><a:graphic><a:graphicData uri="${namespace}/drawingml/2006/picture"><pic:pic><pic:nvPicPr><pic:cNvPr id="0" name="a"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:link="rId1"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="1000000" cy="1000000"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`

/** A document with a linked picture and two fields that include a text and a picture, all of that place. */
export const linkingDocx = (place: string): Buffer =>
  docx([], {
    'word/_rels/document.xml.rels': `<?xml version="1.0"?><Relationships xmlns="${namespace}/package/2006/relationships"><Relationship Id="rId1" Type="${namespace}/officeDocument/2006/relationships/image" Target="${place}/a.png" TargetMode="External"/></Relationships>`,
    'word/document.xml': `<?xml version="1.0"?><w:document xmlns:w="${namespace}/wordprocessingml/2006/main" xmlns:r="${namespace}/officeDocument/2006/relationships" xmlns:wp="${namespace}/drawingml/2006/wordprocessingDrawing" xmlns:a="${namespace}/drawingml/2006/main" xmlns:pic="${namespace}/drawingml/2006/picture"><w:body>${linkedPicture}${field(`INCLUDETEXT "${place}/b.txt"`)}${field(`INCLUDEPICTURE "${place}/a.png" \\d`)}</w:body></w:document>`,
  })

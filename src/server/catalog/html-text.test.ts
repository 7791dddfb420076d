import { expect, test } from "vitest";
import { htmlToText, toHtml } from "./html-text.ts";

test.each([
  ["<p>Fresca &amp; ligera.</p>\n<p>Lavar a mano.</p>", "Fresca & ligera.\nLavar a mano."],
  ["<ul>\n  <li>Lino</li>\n  <li>Botones</li>\n</ul>", "Lino\nBotones"],
  ["Primera<br><br/>Segunda", "Primera\n\nSegunda"],
  ["Sin etiquetas,\nen dos renglones", "Sin etiquetas,\nen dos renglones"],
  ["Menos de 5 < 6", "Menos de 5 < 6"],
  ["<b>Rico", "Rico"],
  ["Algod&oacute;n &ntilde;and&uacute; &iexcl;hoy!", "Algodón ñandú ¡hoy!"],
  ["&Aacute;mbar&nbsp;&#8211; talla &#xFA;nica, 30&deg;&hellip;", "Ámbar – talla única, 30°…"],
  ["A&B; &inventada; &toString; &copy", "A&B; &inventada; &toString; &copy"],
])("the text of %j is %j", (html, text) => expect(htmlToText(html)).toBe(text));

test.each(["Uno & dos", "a < b > c", "&amp;", "Uno\n\nDos\nTres", "dos  espacios\n y sangría", "<script>", ""])(
  "%j as HTML is read as the same text",
  (text) => expect(htmlToText(toHtml(text))).toBe(text),
);

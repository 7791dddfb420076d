/** A link to a chat with a Mexican phone of ten digits and a prepared text (faq.whatsapp.com/5913398998672934). */
export function whatsAppLink(phone: string, text?: string): string {
  return `https://wa.me/52${phone}${text ? `?text=${encodeURIComponent(text)}` : ""}`;
}

/** The ids in the documentation's examples. The same object has the same id in all examples. */
export const ID = {
  shop: "01997b2e-0a10-7c3e-8d41-5f6a2b9c0001",
  branch: "01997b2e-0a10-7c3e-8d41-5f6a2b9c0002",
  brand: "01997b2e-1b20-7a55-9e12-2c7d4e8f0001",
  otherBrand: "01997b2e-1b20-7a55-9e12-2c7d4e8f0002",
  category: "01997b2e-2c30-7b66-8f23-3d8e5f9a0001",
  subcategory: "01997b2e-2c30-7b66-8f23-3d8e5f9a0002",
  product: "01997b2e-3d40-7c77-9034-4e9f6a0b0001",
  presaleProduct: "01997b2e-3d40-7c77-9034-4e9f6a0b0002",
  event: "01997b2e-3d40-7c77-9034-4e9f6a0b0003",
  sizeM: "01997b2e-4e50-7d88-8145-5fa07b1c0001",
  sizeG: "01997b2e-4e50-7d88-8145-5fa07b1c0002",
  presaleSize: "01997b2e-4e50-7d88-8145-5fa07b1c0003",
  presale: "0199b6f4-5f60-7e99-9256-60b18c2d0001",
  cart: "019a9c51-6a70-7faa-8367-71c29d3e0001",
  offeredCart: "019a9c51-6a70-7faa-8367-71c29d3e0002",
  customer: "0199c2d3-7b80-70bb-9478-82d3ae4f0001",
  address: "0199c2d3-8c90-71cc-8589-93e4bf5a0001",
  carrier: "01997b2e-9da0-72dd-969a-a4f5c06b0001",
  order: "019a9c58-aeb0-73ee-87ab-b506d17c0001",
  invoice: "6F9619FF-8B86-4D01-B42D-00CF4FC964FF",
  ticket: "019a9c58-bfc0-74ff-98bc-c617e28d0001",
  scanner: "019aa0b7-c0d0-7500-89cd-d728f39e0001",
  scan: "4c1d7a52-93be-4f0a-8e61-2b7f5d9c3a10",
  offlineScan: "b8e2f6d0-15c7-4a39-9d84-6f3a0c7e1b25",
  review: "019a9c60-d1e0-7611-9ade-e839a4bf0001",
} as const;

/** Secrets of the examples: they are not valid anywhere. */
export const SECRET = {
  accessToken: "q3Zt0Xv9yT1bJ8mW5cR2nK7hL4pF6sD0aG-E_uVwYzI",
  orderKey: "bN4kP9sV2xQ7rT1mZ8cL5wJ0hF3gD6yA",
  mailToken: "Vd7mK2pX9qR4tY1wB6nC8zL3hJ5sG0fAeUiOxTvQkMc",
  visitor: "w8Yx2Kq5Zt7Rn1Lm4Pc9Vb6Hs3Jd0FgAeUiOxTvQkMc",
  grant: "AZm29F9gfpmSVmCxjC0AAZqcUWpwf6qDZ3HCnT4AAAGanFH0wAJ5c2F4dGhpcyBpcyBhbiBleGFtcGxlIG9ubHkgb2theQ",
  device: "5f0c6f0e3f1b4b1f9a3d8c27",
  idempotencyKey: "8c5f1c0e-6d1a-4b7e-9d0a-2f6b3c4d5e6f",
} as const;

import { cartChecks } from "../cart/audit.ts";
import { labelChecks } from "../carrier-labels/audit.ts";
import { catalogChecks } from "../catalog/audit.ts";
import { customerChecks } from "../customers/audit.ts";
import type { AuditCheck } from "../db/audit-check.ts";
import { holdingChecks } from "../holding/audit.ts";
import { invoiceChecks } from "../invoicing/audit.ts";
import { jobChecks } from "../jobs/audit.ts";
import { offerChecks } from "../offers/audit.ts";
import { moneyChecks } from "../order-money/audit.ts";
import { orderChecks } from "../orders/audit.ts";
import { editChecks as orderEditChecks } from "../orders/audit-edits.ts";
import { parcelChecks } from "../parcels/audit.ts";
import { pickupChecks } from "../pickups/audit.ts";
import { postalCodeChecks } from "../postal-codes/audit.ts";
import { presaleChecks } from "../presale/audit.ts";
import { promotionChecks } from "../promotions/audit.ts";
import { returnChecks } from "../returns/audit.ts";
import { reviewChecks } from "../reviews/audit.ts";
import { sizeGuideChecks } from "../size-guides/audit.ts";
import { stockChecks } from "../stock/audit.ts";
import { ticketChecks } from "../tickets/audit.ts";
import { waitingListChecks } from "../waiting-list/audit.ts";
import { wishlistChecks } from "../wishlists/audit.ts";

/** Every invariant, in the order in which `shop audit` checks them. Each folder defines its own checks. */
export const CHECKS: readonly AuditCheck[] = [
  ...catalogChecks,
  ...offerChecks,
  ...stockChecks,
  ...cartChecks,
  ...holdingChecks,
  ...customerChecks,
  ...sizeGuideChecks,
  ...wishlistChecks,
  ...postalCodeChecks,
  ...presaleChecks,
  ...orderChecks,
  ...orderEditChecks,
  ...parcelChecks,
  ...labelChecks,
  ...pickupChecks,
  ...promotionChecks,
  ...moneyChecks,
  ...ticketChecks,
  ...waitingListChecks,
  ...returnChecks,
  ...reviewChecks,
  ...invoiceChecks,
  ...jobChecks,
];

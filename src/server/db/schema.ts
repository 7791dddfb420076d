// Generated from the migrated database by "npm run schema". Do not edit: change a migration or schema-values.ts.
import type { ColumnType, Generated, GeneratedAlways } from "kysely";
import type { ColumnValues } from "./schema-values.ts";

/** The tables as the migrations leave them. Names are those of the database. */
export interface Schema {
  access_codes: {
    code: string;
    presale_id: string;
    max_uses: number | null;
    ends_at: Date | null;
    revoked_at: Date | null;
    created_at: Generated<Date>;
    uses: Generated<number>;
    made_to_order_pieces: Generated<number>;
  };
  addresses: {
    id: string;
    customer_id: string;
    street: string;
    neighborhood: string;
    postal_code: string;
    city: string;
    state: string;
    country: Generated<string>;
    is_deleted: Generated<boolean>;
    created_at: Generated<Date>;
  };
  assisted_actions: {
    id: GeneratedAlways<number>;
    staff: string;
    customer_id: string;
    action: string;
    phase: "asked" | "answered";
    target: ColumnType<ColumnValues["assisted_actions.target"], string | undefined, string>;
    status: number | null;
    request_id: string;
    at: Generated<Date>;
  };
  audit_runs: {
    id: string;
    requested_by: string;
    requested_at: Generated<Date>;
    checks_done: Generated<number>;
    checks_total: number;
    results: ColumnType<ColumnValues["audit_runs.results"] | null, string | null, string | null>;
    failure: string | null;
    ended_at: Date | null;
  };
  backups: {
    id: string;
    place: string;
    requested_by: string;
    started_at: Generated<Date>;
    ended_at: Date | null;
    failure: string | null;
    bytes: number | null;
    files: number | null;
    verified_at: Date | null;
    verification_failure: string | null;
    was_restore_tested: boolean | null;
  };
  brand_increments: {
    shop_id: string;
    brand_id: string;
    increment_cents: number;
  };
  brands: {
    id: string;
    slug: string;
    name: string;
  };
  bulk_edits: {
    id: string;
    member_id: string;
    action: string;
    previous_values: ColumnType<ColumnValues["bulk_edits.previous_values"], string, string>;
    at: Generated<Date>;
  };
  carrier_accounts: {
    shop_id: string;
    provider: "envia" | "skydropx";
    mode: "live" | "test" | "sandbox";
    encrypted_credentials: Buffer | null;
    sender_name: string;
    sender_phone: string;
    street: string;
    neighborhood: string;
    city: string;
    state: string;
    postal_code: string;
    length_cm: number;
    width_cm: number;
    height_cm: number;
    empty_grams: number;
    default_piece_grams: Generated<number>;
  };
  carrier_boxes: {
    id: Generated<string>;
    shop_id: string;
    name: string;
    length_cm: number;
    width_cm: number;
    height_cm: number;
    empty_grams: number;
    max_grams: number | null;
  };
  carrier_quotes: {
    shop_id: string;
    carrier: string;
    postal_code: string;
    kilograms: number;
    requested_at: Date;
    quoted_at: Date | null;
    quotes: ColumnType<ColumnValues["carrier_quotes.quotes"] | null, string | null, string | null>;
  };
  carriers: {
    id: string;
    name: string;
    description: string;
    price_cents: number;
    picture: string | null;
    alert_picture: string | null;
    alert_text: string | null;
    insurance_rate_bps: number | null;
    included_pieces: number | null;
    extra_piece_cents: number | null;
    position: Generated<number>;
    is_active: Generated<boolean>;
    tracking_url: string | null;
    min_business_days: number | null;
    max_business_days: number | null;
    provider_carrier: string | null;
    provider_service: string | null;
  };
  cart_lines: {
    cart_id: string;
    size_id: string;
    position: number;
    pieces: number;
    held: number;
  };
  carts: {
    id: string;
    shop_id: string;
    state: Generated<"active" | "ordered" | "expired" | "emptied">;
    presale_id: string | null;
    version: Generated<number>;
    first_line_at: Date;
    modified_at: Date;
    expires_at: Date;
    ip_hash: Buffer | null;
    device_hash: Buffer | null;
    held: Generated<number>;
    coupon: string | null;
  };
  categories: {
    id: string;
    slug: string;
    parent_id: string | null;
    name: string;
    description: Generated<string>;
    color: string | null;
    picture: string | null;
    position: Generated<number>;
    sat_product_key: string | null;
    sat_unit_key: string | null;
    is_hidden: Generated<boolean>;
  };
  change_log: {
    id: GeneratedAlways<number>;
    member_id: string | null;
    actor: string;
    action: string;
    object_kind: string;
    object_id: string;
    before: ColumnType<ColumnValues["change_log.before"] | null, string | null, string | null>;
    after: ColumnType<ColumnValues["change_log.after"] | null, string | null, string | null>;
    ip: string | null;
    at: Generated<Date>;
  };
  colors: {
    key: string;
    name: string;
    hex: string | null;
    families: string[];
  };
  confirmed_sat_keys: {
    key: string;
    name: string;
    confirmed_by: string;
    confirmed_at: Generated<Date>;
  };
  customer_measures: {
    customer_id: string;
    measure: "chest" | "waist" | "hip" | "foot" | "inseam";
    millimeters: number;
    saved_at: Generated<Date>;
  };
  customer_notes: {
    id: GeneratedAlways<number>;
    customer_id: string;
    member_id: string | null;
    actor: string;
    body: string;
    at: Generated<Date>;
  };
  customer_tags: {
    customer_id: string;
    tag: string;
    actor: string;
    created_at: Generated<Date>;
  };
  customers: {
    id: string;
    kind: "guest" | "registered";
    name: string;
    last_name: string;
    phone: string;
    username: string | null;
    email: string | null;
    password_hash: string | null;
    rfc: string | null;
    rfc_file: string | null;
    created_at: Generated<Date>;
    erased_at: Date | null;
    confirmed_email: string | null;
    review_invitations_refused_at: Date | null;
  };
  daily_event_counts: {
    day: ColumnType<Date, string, string>;
    event: "mail_sent" | "webhook_unsigned" | "webhook_invalid_signature" | "webhook_incomplete";
    count: number;
  };
  deliveries: {
    id: string;
    number: GeneratedAlways<number>;
    reason: string;
    actor: string;
    received_at: Generated<Date>;
    undone_at: Date | null;
  };
  email_overrides: {
    shop_id: string;
    email_kind: string;
    opening: string;
    extra: string;
    closing: string;
  };
  email_quota_uses: {
    message_id: string;
    mailbox_hash: Buffer;
    budget: "notice" | "access" | "other";
    at: Generated<Date>;
  };
  failed_attempts: {
    key: Buffer;
    failures: number;
    next_attempt_at: Date;
    expires_at: Date;
  };
  first_steps: {
    shop_id: string;
    theme_confirmed_at: Date | null;
    legal_confirmed_at: Date | null;
    hidden_at: Date | null;
  };
  global_invoice_orders: {
    invoice_id: string;
    order_id: string;
    is_live: Generated<boolean>;
    cents: number;
  };
  home_previews: {
    token_hash: Buffer;
    shop_id: string;
    sections: ColumnType<ColumnValues["home_previews.sections"], string, string>;
    expires_at: Date;
  };
  idempotency_keys: {
    scope: string;
    key_hash: Buffer;
    request_hash: Buffer;
    status: number | null;
    body: Buffer | null;
    started_at: Generated<Date>;
  };
  import_rows: {
    import_id: string;
    position: number;
    line: number;
    handle: string;
    product: ColumnType<ColumnValues["import_rows.product"] | null, string | null, string | null>;
    expected_outcome: "created" | "updated" | "unchanged" | null;
    outcome: "created" | "updated" | "unchanged" | "refused" | null;
    reason: string | null;
  };
  imports: {
    id: string;
    member_id: string | null;
    actor: string;
    file_name: string;
    state: Generated<"draft" | "running" | "stopped" | "done">;
    total: Generated<number>;
    unreadable_rows: Generated<number>;
    created_at: Generated<Date>;
    started_at: Date | null;
    last_batch_at: Date | null;
    ended_at: Date | null;
    notices: Generated<string[]>;
  };
  invoice_cancellations: {
    id: GeneratedAlways<number>;
    invoice_id: string;
    motive: "01" | "02" | "03" | "04";
    substitute_invoice_id: string | null;
    requested_at: Generated<Date>;
    actor: string;
    receipt: string | null;
    received_at: Date | null;
    outcome: "cancelled" | "rejected" | "refused" | "notSent" | null;
    problem: string | null;
    ended_at: Date | null;
  };
  invoice_issuers: {
    shop_id: string;
    rfc: string;
    name: string;
    tax_regime: string;
    postal_code: string;
    time_zone: Generated<string>;
    series: string | null;
    next_folio: Generated<number>;
    product_key: string | null;
    unit_key: string | null;
    deadline_kind: Generated<"year" | "month" | "days">;
    deadline_days: Generated<number>;
    certificate: Buffer | null;
    certificate_number: string | null;
    encrypted_csd_secret: Buffer | null;
    certificate_ends_at: Date | null;
    is_demo: Generated<boolean>;
    undelivered_order_mode: Generated<"atOnce" | "deposit">;
    global_correction: Generated<"creditNote" | "reissue">;
    min_deadline_days_after_shipping: Generated<number>;
    global_invoice_frequency: Generated<"off" | "day" | "week" | "fortnight" | "month">;
    is_global_invoice_automatic: Generated<boolean>;
  };
  invoice_keys: {
    key_hash: Buffer;
    invoice_id: string;
    expires_at: Date;
  };
  invoice_payments: {
    complement_id: string;
    paid_invoice_id: string;
    payment_id: string;
    instalment: number;
    previous_balance_cents: number;
    paid_cents: number;
    is_live: Generated<boolean>;
  };
  invoices: {
    id: string;
    shop_id: string;
    kind: "invoice" | "creditNote" | "global" | "payment" | "deposit" | "depositApplied";
    order_id: string | null;
    state: Generated<"stamping" | "stamped" | "refused" | "replaced" | "cancelAsked" | "cancelled">;
    receiver: ColumnType<ColumnValues["invoices.receiver"], string, string>;
    payment_form: string;
    total_cents: number;
    series: string | null;
    folio: string;
    period: string | null;
    sealed_xml: string;
    issued_at: Date;
    provider: string;
    pac_call_expires_at: Date | null;
    tries: Generated<number>;
    next_try_at: Generated<Date>;
    uuid: string | null;
    xml: string | null;
    stamped_at: Date | null;
    refusal_code: string | null;
    refusal_message: string | null;
    relates_to_id: string | null;
    cancelled_at: Date | null;
    email: string | null;
    actor: string;
    created_at: Generated<Date>;
    returned_lines: ColumnType<ColumnValues["invoices.returned_lines"] | null, string | null, string | null>;
    taxes: ColumnType<ColumnValues["invoices.taxes"], string, string>;
    subtotal_cents: number;
    discount_cents: number;
    payment_plan: Generated<"PUE" | "PPD">;
    deposit_id: string | null;
    period_from: ColumnType<Date | null, string | null, string | null>;
    period_to: ColumnType<Date | null, string | null, string | null>;
    periodicity: string | null;
  };
  ip_holding_changes: {
    ip_hash: Buffer;
    cart_pieces: number;
    order_pieces: number;
    recorded_at: Generated<Date>;
  };
  job_runners: {
    pool_id: string;
    expires_at: Date;
    started_at: Generated<Date>;
  };
  label_purchases: {
    id: Generated<string>;
    order_id: string;
    parcel_id: string | null;
    purchase_reference: string;
    carrier: string;
    service: string;
    quoted_cents: number;
    state: Generated<"queued" | "sent" | "bought" | "refused" | "cancelled">;
    sent_at: Date | null;
    charged_cents: number | null;
    guide: string | null;
    label_url: string | null;
    label: Buffer | null;
    refusal_code: string | null;
    refusal_message: string | null;
    requested_by: string;
    requested_at: Generated<Date>;
    settled_at: Date | null;
    return_id: string | null;
    provider: Generated<"envia" | "skydropx">;
    provider_id: string | null;
    box: ColumnType<ColumnValues["label_purchases.box"] | null, string | null, string | null>;
    returned_to_customer_at: Date | null;
    cancel_sent_at: Date | null;
  };
  legal_text_versions: {
    id: GeneratedAlways<number>;
    shop_id: string;
    page: "privacy" | "terms" | "returns";
    sections: ColumnType<ColumnValues["legal_text_versions.sections"] | null, string | null, string | null>;
    actor: string;
    at: Generated<Date>;
  };
  legal_texts: {
    shop_id: string;
    page: "privacy" | "terms" | "returns";
    sections: ColumnType<ColumnValues["legal_texts.sections"], string, string>;
    updated_on: ColumnType<Date, string | undefined, string>;
  };
  mailbox_codes: {
    customer_id: string;
    email: string;
    code_hash: Buffer;
    tries: Generated<number>;
    sent_at: Generated<Date>;
    expires_at: Date;
  };
  offers: {
    id: string;
    product_id: string;
    size_id: string | null;
    shop_id: string | null;
    price_cents: number;
    former_price_cents: number;
    starts_at: Date;
    ends_at: Date | null;
    ended_at: Date | null;
    ended_by: string | null;
    actor: string;
    created_at: Generated<Date>;
    pages_refreshed_at: Date | null;
  };
  order_discounts: {
    id: string;
    order_id: string;
    checkout_order_id: string;
    position: number;
    promotion_id: string | null;
    label: string;
    code: string | null;
    is_shipping_discount: boolean;
    cents: number;
    head_office_reduction_cents: number;
    cents_by_size_id: ColumnType<ColumnValues["order_discounts.cents_by_size_id"], string, string>;
  };
  order_edits: {
    id: string;
    order_id: string;
    number: number;
    at: Generated<Date>;
    actor: string;
    reason: string;
    inputs: ColumnType<ColumnValues["order_edits.inputs"], string, string>;
    changes: ColumnType<ColumnValues["order_edits.changes"], string, string>;
    grand_total_before_cents: number;
    grand_total_after_cents: number;
  };
  order_events: {
    id: GeneratedAlways<number>;
    order_id: string;
    from_status: string;
    to_status: string;
    actor: string;
    reason: string;
    at: Generated<Date>;
    change: ColumnValues["order_events.change"] | null;
  };
  order_flags: {
    order_id: string;
    flag: ColumnValues["order_flags.flag"];
    opened_at: Generated<Date>;
    closed_at: Date | null;
    closed_by: string | null;
  };
  order_keys: {
    key_hash: Buffer;
    order_id: string;
    created_at: Generated<Date>;
  };
  order_lines: {
    order_id: string;
    position: number;
    size_id: string;
    product_id: string;
    brand_id: string | null;
    name: string;
    is_digital: boolean;
    pieces: number;
    held: number;
    price_cents: number;
    wholesale_price_cents: number | null;
    branch_price_cents: number | null;
    branch_wholesale_price_cents: number | null;
    unit_price_cents: number;
    picture: string | null;
    extended1: string | null;
    extended2: string | null;
    is_wholesale: boolean | null;
    former_price_cents: number | null;
    discount_cents: Generated<number>;
    cost_cents: number | null;
  };
  order_notes: {
    id: string;
    order_id: string;
    member_id: string;
    actor: string;
    text: string;
    at: Generated<Date>;
    withdrawn_at: Date | null;
  };
  order_numbering: {
    is_only_row: Generated<boolean>;
    timeline: string;
  };
  order_search: {
    reference: number;
    words: string;
  };
  order_size_changes: {
    id: GeneratedAlways<number>;
    order_id: string;
    from_size_id: string;
    to_size_id: string;
    pieces: number;
    held: number;
    actor: string;
    at: Generated<Date>;
  };
  order_snapshots: {
    order_id: string;
    reference: number;
    customer_id: string;
    inputs: ColumnType<ColumnValues["order_snapshots.inputs"], string, string>;
  };
  order_transitions: {
    from_status: string;
    to_status: string;
  };
  orders: {
    id: string;
    reference: Generated<number>;
    key_hash: Buffer;
    shop_id: string;
    cart_id: string | null;
    customer_id: string;
    checkout_key: string | null;
    status: "WAITING_PAYMENT" | "PAYMENT_ACCEPTED" | "RESERVED" | "SHIPPED" | "CANCELLED" | "JOINED" | "PRESALE";
    is_presale: Generated<boolean>;
    payment_method: "MP" | "TB";
    pieces: number;
    is_wholesale: boolean;
    subtotal_cents: number;
    packaging_cents: number;
    shipping_cents: number;
    extra_shipping_cents: number;
    insurance_cents: number;
    total_cents: number;
    online_fee_cents: number;
    grand_total_cents: number;
    head_office_total_cents: number | null;
    carrier_id: string | null;
    carrier_name: string | null;
    carrier_description: string | null;
    insurance_rate_bps: number | null;
    included_pieces: number | null;
    extra_piece_cents: number | null;
    online_fee_rate_bps: Generated<number>;
    online_fee_fixed_cents: Generated<number>;
    tracking_number: string | null;
    customer_name: string;
    customer_last_name: string;
    customer_phone: string;
    customer_email: string | null;
    address_id: string | null;
    address: ColumnType<ColumnValues["orders.address"] | null, string | null, string | null>;
    terms_version: string | null;
    terms_accepted_at: Date | null;
    joined_into_id: string | null;
    payment_due_at: Date | null;
    created_at: Generated<Date>;
    claimed_from_customer_id: string | null;
    reconciled_at: Date | null;
    reconciliations: Generated<number>;
    reminded_at: Date | null;
    presale_id: string | null;
    access_code: string | null;
    delivers_on: ColumnType<Date | null, string | null, string | null>;
    ip_hash: Buffer | null;
    device_hash: Buffer | null;
    packaging_price_cents: number | null;
    held: Generated<number>;
    is_joined_by_hand: Generated<boolean>;
    discount_cents: Generated<number>;
    shipping_discount_cents: Generated<number>;
    return_id: string | null;
  };
  own_invoice_requests: {
    id: GeneratedAlways<number>;
    order_id: string;
    global_invoice_id: string;
    global_correction: "creditNote" | "reissue";
    receiver: ColumnType<ColumnValues["own_invoice_requests.receiver"], string, string>;
    email: string | null;
    actor: string;
    requested_at: Generated<Date>;
    credit_note_id: string | null;
    invoice_id: string | null;
    ended_at: Date | null;
    problem: string | null;
    closed_at: Date | null;
  };
  parcel_events: {
    id: GeneratedAlways<number>;
    parcel_id: string;
    from_state: string;
    to_state: string;
    at: Generated<Date>;
    source: "staff" | "carrier" | "estimate";
    actor: string;
    recorded_at: Generated<Date>;
  };
  parcel_lines: {
    parcel_id: string;
    order_id: string;
    size_id: string;
    pieces: number;
  };
  parcel_transitions: {
    from_state: string;
    to_state: string;
  };
  parcels: {
    id: Generated<string>;
    order_id: string;
    number: number;
    state: "PACKED" | "HANDED_OVER" | "IN_TRANSIT" | "OUT_FOR_DELIVERY" | "DELIVERED" | "FAILED" | "RETURNED";
    carrier_id: string | null;
    carrier_name: string;
    guide: string | null;
    box_parcel_id: string | null;
    weight_grams: number | null;
    handed_over_at: Date | null;
    delivered_at: Date | null;
    created_at: Generated<Date>;
    earliest_arrival_on: ColumnType<Date | null, string | null, string | null>;
    latest_arrival_on: ColumnType<Date | null, string | null, string | null>;
    is_partial: Generated<boolean>;
  };
  password_resets: {
    token_hash: Buffer;
    customer_id: string;
    created_at: Generated<Date>;
    expires_at: Date;
  };
  payment_checkouts: {
    id: string;
    order_id: string;
    provider: string;
    provider_checkout_id: string;
    collector_id: string;
    cents: number;
    url: string;
    expires_at: Date;
    closed_at: Date | null;
    created_at: Generated<Date>;
    external_reference: string | null;
  };
  payment_methods: {
    shop_id: string;
    key: "MP" | "TB";
    name: string;
    checkout_message: string;
  };
  payment_refunds: {
    id: string;
    payment_id: string;
    cents: number;
    refunded_before_cents: number;
    state: Generated<ColumnValues["payment_refunds.state"]>;
    actor: string;
    reason: string;
    failure: string | null;
    created_at: Generated<Date>;
    ended_at: Date | null;
    transfer_refund_id: string | null;
    is_made_outside_shop: Generated<boolean>;
    return_id: string | null;
  };
  payment_webhooks: {
    id: GeneratedAlways<number>;
    provider: string;
    provider_delivery_id: string;
    kind: string;
    resource_id: string;
    received_at: Generated<Date>;
    processed_at: Date | null;
    outcome: string | null;
  };
  payments: {
    id: string;
    order_id: string;
    provider: string;
    provider_payment_id: string;
    state: "PENDING" | "IN_REVIEW" | "APPROVED" | "REJECTED" | "EXPIRED" | "CANCELLED" | "REFUNDED" | "DISPUTED";
    cents: number;
    refunded_cents: Generated<number>;
    kind: "card" | "cash" | "transfer" | "wallet" | "other";
    method: string;
    raw_status: string;
    voucher_url: string | null;
    voucher_reference: string | null;
    expires_at: Date | null;
    provider_updated_at: Date;
    paid_at: Date | null;
    actor: string;
    created_at: Generated<Date>;
    voucher_emailed_at: Date | null;
    disputed_at: Date | null;
    is_dispute_lost: Generated<boolean>;
    installments: number | null;
  };
  pickup_points: {
    id: Generated<string>;
    shop_id: string;
    name: string;
    address: string;
    map_url: string | null;
    hours: string;
    lead_business_days: number;
    is_active: Generated<boolean>;
    created_at: Generated<Date>;
  };
  pickups: {
    order_id: string;
    point_id: string;
    state: Generated<"WAITING" | "READY" | "COLLECTED" | "EXPIRED">;
    code: string;
    other_collector_name: string | null;
    ready_at: Date | null;
    reminded_at: Date | null;
    collected_at: Date | null;
    collected_by: string | null;
    kept_until: ColumnType<Date | null, string | null, string | null>;
  };
  pictures: {
    key: string;
    width: number;
    height: number;
    color: string;
    alt: string;
    avif_widths: number[];
    webp_widths: number[];
    focus_x: Generated<number>;
    focus_y: Generated<number>;
  };
  postal_code_imports: {
    id: GeneratedAlways<number>;
    source: "sepomex" | "geonames" | "sample";
    file_name: string;
    codes: number;
    neighborhoods: number;
    added: number;
    changed: number;
    removed: number;
    unreadable_lines: number;
    actor: string;
    at: Generated<Date>;
  };
  postal_codes: {
    code: string;
    state: string;
    municipality: string;
    city: string | null;
    neighborhoods: string[];
  };
  presales: {
    id: string;
    name: string;
    starts_at: Date;
    ends_at: Date;
    delivers_on: ColumnType<Date | null, string | null, string | null>;
  };
  preview_links: {
    token_hash: Buffer;
    shop_id: string;
    expires_at: Date;
  };
  price_history: {
    id: GeneratedAlways<number>;
    product_id: string;
    kind: "price" | "wholesale" | "branch";
    shop_id: string | null;
    cents: number | null;
    since: Date;
  };
  product_brands: {
    product_id: string;
    brand_id: string;
    position: number;
  };
  product_card_refreshes: {
    id: GeneratedAlways<number>;
  };
  product_cards: {
    product_id: string;
    is_listed: boolean;
    has_stock: boolean;
    is_local: boolean;
    created_at: Date;
    color_key: string | null;
    style_code: string | null;
    is_published: boolean;
    presale_id: string | null;
    color: string | null;
    picture: ColumnValues["product_cards.picture"] | null;
    list_ids: string[];
    card: ColumnValues["product_cards.card"];
  };
  product_categories: {
    product_id: string;
    category_id: string;
  };
  product_lists: {
    product_id: string;
    list_id: string;
    created_at: Date;
    is_local: boolean;
  };
  product_looks: {
    product_id: string;
    paired_product_id: string;
    position: number;
  };
  product_pictures: {
    product_id: string;
    position: number;
    picture_key: string;
  };
  products: {
    id: string;
    import_key: string | null;
    name: string;
    description: Generated<string>;
    is_digital: Generated<boolean>;
    color: string | null;
    price_cents: number;
    wholesale_price_cents: number | null;
    is_local: Generated<boolean>;
    is_marked_new: Generated<boolean>;
    is_published: Generated<boolean>;
    presale_id: string | null;
    extended1: string | null;
    extended2: string | null;
    created_at: Generated<Date>;
    search: Generated<string>;
    search_words: Generated<string>;
    event_at: Date | null;
    event_place: string | null;
    sat_product_key: string | null;
    sat_unit_key: string | null;
    version: Generated<number>;
    color_key: GeneratedAlways<string | null>;
    style_code: string | null;
    composition: ColumnType<ColumnValues["products.composition"] | null, string | null, string | null>;
    care: Generated<string[]>;
    origin_country: string | null;
    responsible_firm: string | null;
    gender: "female" | "male" | "unisex" | null;
    age_group: "newborn" | "infant" | "toddler" | "kids" | "adult" | null;
    google_category: string | null;
    fit_note: string | null;
    model_note: string | null;
    search_keywords: string | null;
    rating_count: Generated<number>;
    rating_stars_sum: Generated<number>;
    fit_small_count: Generated<number>;
    fit_right_count: Generated<number>;
    fit_large_count: Generated<number>;
    cost_cents: number | null;
  };
  promotion_codes: {
    code: string;
    promotion_id: string;
    max_uses: number | null;
    uses: Generated<number>;
    customer_id: string | null;
    created_at: Generated<Date>;
  };
  promotion_uses: {
    order_id: string;
    promotion_id: string;
    code: string | null;
    customer_id: string;
    phone: string;
  };
  promotions: {
    id: string;
    name: string;
    terms: Generated<string>;
    rule: ColumnType<ColumnValues["promotions.rule"], string, string>;
    min_sum_cents: Generated<number>;
    scope: ColumnType<ColumnValues["promotions.scope"], string | undefined, string>;
    gift_product_id: string | null;
    shop_id: string | null;
    starts_at: Generated<Date>;
    ends_at: Date | null;
    weekdays: Generated<number[]>;
    priority: Generated<number>;
    combines: Generated<boolean>;
    applies_to_wholesale: Generated<boolean>;
    applies_to_presale: Generated<boolean>;
    applies_to_tickets: Generated<boolean>;
    applies_to_offers: Generated<boolean>;
    is_first_purchase_only: Generated<boolean>;
    needs_code: Generated<boolean>;
    max_uses_per_customer: number | null;
    created_at: Generated<Date>;
    created_by: string;
    version: Generated<number>;
    customer_tag: string | null;
  };
  rate_limits: {
    key: string;
    points: Generated<number>;
    expire: number | null;
  };
  restores: {
    id: string;
    backup_id: string;
    restore_point_at: Date;
    detected_at: Generated<Date>;
    last_skipped_reference: number;
    payments_compared_at: Date | null;
    payment_comparison: ColumnType<ColumnValues["restores.payment_comparison"] | null, string | null, string | null>;
    invoices_compared_at: Date | null;
    invoice_comparison: ColumnType<ColumnValues["restores.invoice_comparison"] | null, string | null, string | null>;
    opened_at: Date | null;
    opened_by: string | null;
  };
  return_events: {
    id: GeneratedAlways<number>;
    return_id: string;
    from_state: string;
    to_state: string;
    at: Generated<Date>;
    actor: string;
    reason: string;
  };
  return_exclusions: {
    id: Generated<string>;
    shop_id: string;
    product_id: string | null;
    category_id: string | null;
  };
  return_lines: {
    return_id: string;
    position: number;
    order_line_size_id: string;
    size_id: string;
    name: string;
    pieces: number;
    reason: "SIZE_TOO_SMALL" | "SIZE_TOO_LARGE" | "COLOR" | "STYLE" | "DEFECTIVE" | "NOT_AS_DESCRIBED" | "WRONG_ITEM" | "UNWANTED" | "OTHER";
    wish: "REFUND" | "EXCHANGE";
    new_size_id: string | null;
    new_name: string | null;
    cheaper_by_cents: Generated<number>;
    held: Generated<number>;
    restocked: Generated<number>;
    written_off: Generated<number>;
    in_repair: Generated<number>;
    piece_surcharge_cents: Generated<number>;
    head_office_piece_surcharge_cents: Generated<number>;
    ended_exchange_new_name: string | null;
  };
  return_pictures: {
    id: string;
    return_id: string;
    file: string;
    bytes: number;
    uploaded_at: Generated<Date>;
    removed_at: Date | null;
  };
  return_tracking_events: {
    id: GeneratedAlways<number>;
    return_id: string;
    state: "IN_TRANSIT" | "OUT_FOR_DELIVERY" | "DELIVERED" | "FAILED" | "RETURNED";
    at: Date;
    actor: string;
    recorded_at: Generated<Date>;
  };
  return_transitions: {
    from_state: string;
    to_state: string;
  };
  returns: {
    id: Generated<string>;
    number: GeneratedAlways<number>;
    order_id: string;
    state: "ASKED" | "APPROVED" | "DECLINED" | "RECEIVED" | "SETTLED" | "CANCELLED";
    is_requested_by_staff: Generated<boolean>;
    window_ends_on: ColumnType<Date | null, string | null, string | null>;
    note: string | null;
    clabe: string | null;
    answer: string | null;
    way_back_payer: "customer" | "shop";
    way_back_guide: string | null;
    sent_back_at: Date | null;
    value_cents: number;
    value_deduction_cents: Generated<number>;
    cheaper_by_cents: Generated<number>;
    charges_cents: Generated<number>;
    head_office_reduction_cents: number | null;
    refund_cents: number;
    lower_refund_reason: string | null;
    refund_method: "provider" | "transfer" | null;
    exchange_carrier: string | null;
    exchange_guide: string | null;
    requested_at: Generated<Date>;
    answered_at: Date | null;
    received_at: Date | null;
    settled_at: Date | null;
    surcharge_refund_cents: Generated<number>;
    way_back_state: "IN_TRANSIT" | "OUT_FOR_DELIVERY" | "DELIVERED" | "FAILED" | "RETURNED" | null;
    head_office_surcharge_reduction_cents: Generated<number>;
  };
  review_invitations: {
    order_id: string;
    token_hash: Buffer;
    invited_at: Generated<Date>;
  };
  review_pictures: {
    key: string;
    customer_id: string | null;
    product_id: string;
    review_id: string | null;
    position: number | null;
    width: number | null;
    height: number | null;
    color: string | null;
    widths: number[] | null;
    uploaded_at: Generated<Date>;
    removed_at: Date | null;
  };
  reviews: {
    id: string;
    shop_id: string;
    customer_id: string | null;
    title: string;
    category: string;
    body: string;
    rate: number;
    created_at: Generated<Date>;
    state: Generated<"pending" | "shown" | "hidden">;
    hidden_because: string | null;
    order_id: string | null;
    product_id: string | null;
    legacy_duplicate_number: Generated<number>;
    subject: Generated<"shop" | "product">;
    fit: "SMALL" | "RIGHT" | "LARGE" | null;
  };
  sandbox_carrier_guides: {
    guide: string;
    carrier: string;
    service: string;
    sender_company: string;
    consignee: string;
    destination: string;
    grams: number;
    price_cents: number;
    status: Generated<"Created" | "Shipped" | "Delivered" | "Delivery Attempt" | "Canceled">;
    created_at: Generated<Date>;
    changed_at: Generated<Date>;
  };
  sandbox_carrier_settings: {
    is_only_row: Generated<boolean>;
    fault: string | null;
    balance_cents: Generated<number>;
  };
  sandbox_emails: {
    id: GeneratedAlways<number>;
    recipient: string;
    subject: string;
    text_body: string;
    html_body: string;
    attachments: ColumnType<ColumnValues["sandbox_emails.attachments"], string | undefined, string>;
    at: Generated<Date>;
    sender: Generated<string>;
  };
  sandbox_pac_cancellations: {
    id: GeneratedAlways<number>;
    uuid: string;
    motive: string;
    substitute_uuid: string | null;
    receipt: string;
    requested_at: Generated<Date>;
  };
  sandbox_pac_settings: {
    is_only_row: Generated<boolean>;
    fault: string | null;
    tokens_valid_from_at: Generated<Date>;
    certificate: Buffer | null;
    private_key: string | null;
  };
  sandbox_pac_stamps: {
    uuid: string;
    seal_hash: Buffer;
    custom_id: string | null;
    kind: string;
    issuer_rfc: string;
    receiver_rfc: string;
    receiver_name: string;
    total_cents: number;
    seal_last_8: string;
    xml: string;
    tfd: string;
    original_string: string;
    state: Generated<"live" | "requested" | "cancelled" | "rejected">;
    needs_acceptance: Generated<boolean>;
    stamped_at: Generated<Date>;
  };
  sandbox_token: {
    is_only_row: Generated<boolean>;
    token: string;
  };
  scanner_devices: {
    id: string;
    key_hash: Buffer;
    name: string;
    product_id: string | null;
    created_at: Generated<Date>;
    expires_at: Date;
    revoked_at: Date | null;
    list_first_downloaded_at: Date | null;
  };
  search_vocabulary: {
    word: string;
  };
  sent_mails: {
    id: string;
    order_id: string | null;
    kind: string;
    payload: ColumnType<ColumnValues["sent_mails.payload"] | null, string | null, string | null>;
    recipient: string;
    subject: string;
    message_id: string;
    sent_at: Generated<Date>;
    shop_id: string;
    is_suppressed: Generated<boolean>;
  };
  sessions: {
    token_hash: Buffer;
    customer_id: string;
    created_at: Generated<Date>;
    expires_at: Date;
    family_id: string;
    ends_at: Date;
    used_at: Generated<Date>;
    replaced_at: Date | null;
    assisted_by: string | null;
    replaces: Buffer | null;
  };
  shop_hosts: {
    host: string;
    shop_id: string;
    position: number;
  };
  shop_products: {
    shop_id: string;
    product_id: string;
    price_cents: number | null;
  };
  shopping_heartbeat: {
    is_only_row: Generated<boolean>;
    at: Date | null;
  };
  shops: {
    id: string;
    key: string;
    kind: "headOffice" | "branch";
    name: string;
    logo: string | null;
    color: Generated<"green" | "red" | "yellow" | "gray" | "pink" | "purple" | "blue" | "indigo">;
    settings: ColumnType<ColumnValues["shops.settings"], string, string>;
    banners: ColumnType<ColumnValues["shops.banners"], string | undefined, string>;
    messages: ColumnType<ColumnValues["shops.messages"], string | undefined, string>;
    chat: ColumnType<ColumnValues["shops.chat"] | null, string | null, string | null>;
    terms: ColumnType<ColumnValues["shops.terms"], string | undefined, string>;
    created_at: Generated<Date>;
    review_invitations_start_at: Generated<Date>;
  };
  size_guide_rows: {
    guide_id: string;
    size_name_id: string;
    millimeters: number[];
    column_count: GeneratedAlways<number>;
  };
  size_guides: {
    id: string;
    product_id: string | null;
    brand_id: string | null;
    category_id: string | null;
    measures: ColumnValues["size_guides.measures"];
    column_count: GeneratedAlways<number>;
    version: Generated<number>;
  };
  size_names: {
    id: string;
    name: string;
    position: number;
  };
  sizes: {
    id: string;
    product_id: string;
    size_name_id: string;
    available: Generated<number>;
    is_hidden: Generated<boolean>;
    low_stock_threshold: number | null;
    sku: string | null;
    gtin: string | null;
    weight_grams: number | null;
  };
  source_hash_key: {
    id: Generated<boolean>;
    key: Buffer;
  };
  staff_invitations: {
    id: string;
    token_hash: Buffer | null;
    email: string | null;
    member_id: string | null;
    roles: ColumnType<ColumnValues["staff_invitations.roles"], string, string>;
    created_at: Generated<Date>;
    expires_at: Date;
    used_at: Date | null;
    withdrawn_at: Date | null;
  };
  staff_members: {
    id: string;
    name: string;
    email: string;
    password_hash: string;
    is_demo: Generated<boolean>;
    created_at: Generated<Date>;
    disabled_at: Date | null;
  };
  staff_passkey_challenges: {
    challenge: string;
    purpose: "register" | "enter";
    member_id: string | null;
    name: string | null;
    expires_at: Date;
  };
  staff_passkeys: {
    id: string;
    member_id: string;
    name: string;
    public_key: Buffer;
    counter: number;
    transports: string[];
    rp_id: string;
    created_at: Generated<Date>;
    used_at: Date | null;
  };
  staff_recovery_codes: {
    member_id: string;
    code_hash: Buffer;
  };
  staff_roles: {
    member_id: string;
    role: "owner" | "sales" | "warehouse" | "accounting" | "door";
    shop_id: string | null;
  };
  staff_second_factors: {
    member_id: string;
    secret: Buffer;
    confirmed_at: Date | null;
    last_step: Generated<number>;
  };
  staff_sessions: {
    id: string;
    token_hash: Buffer;
    member_id: string;
    awaits_second_factor: boolean;
    ip: string;
    user_agent: string;
    created_at: Generated<Date>;
    used_at: Generated<Date>;
    expires_at: Date;
    ends_at: Date;
  };
  staff_views: {
    id: string;
    member_id: string;
    path: string;
    name: string;
    query: string;
  };
  stock_movements: {
    id: GeneratedAlways<number>;
    size_id: string;
    pieces: number;
    kind: "receipt" | "count" | "sale" | "return" | "write_off" | "join";
    reason: string;
    actor: string;
    order_id: string | null;
    at: Generated<Date>;
    delivery_id: string | null;
    order_edit_id: string | null;
    return_id: string | null;
  };
  stock_settings: {
    is_only_row: Generated<boolean>;
    low_stock_threshold: number;
  };
  su_tokens: {
    token_hash: Buffer;
    customer_id: string;
    staff: string;
    created_at: Generated<Date>;
    expires_at: Date;
  };
  ticket_keys: {
    id: number;
    public_key: Buffer;
    private_key: Buffer;
    created_at: Generated<Date>;
  };
  ticket_scans: {
    id: string;
    number: GeneratedAlways<number>;
    device_id: string;
    ticket_id: string | null;
    answer: "valid" | "used" | "void" | "other_day" | "other_event" | "unknown";
    shown: "valid" | "used" | "void" | "other_day" | "other_event" | "unknown";
    scanned_at: Date;
    recorded_at: Generated<Date>;
    undone_at: Date | null;
    ignores_event_day: Generated<boolean>;
  };
  tickets: {
    id: string;
    order_id: string;
    size_id: string;
    number: number;
    code: string;
    holder: string;
    state: Generated<"VALID" | "USED" | "VOID">;
    used_at: Date | null;
    used_by: string | null;
    used_by_scan_id: string | null;
    issued_at: Generated<Date>;
    changed_at: Generated<Date>;
  };
  transfer_receipts: {
    id: string;
    order_id: string;
    file: string;
    content_type: string;
    bytes: number;
    state: Generated<"SUBMITTED" | "ACCEPTED" | "REJECTED">;
    answer: string | null;
    uploaded_at: Generated<Date>;
    answered_at: Date | null;
    answered_by: string | null;
    file_removed_at: Date | null;
    file_removed_because: "refused" | "expired" | "missing" | null;
  };
  transfer_refunds: {
    id: string;
    order_id: string;
    cents: number;
    sent_on: ColumnType<Date, string, string>;
    reference: string;
    reason: string;
    proof_file: string | null;
    proof_content_type: string | null;
    actor: string;
    created_at: Generated<Date>;
    withdrawn_at: Date | null;
    withdrawn_by: string | null;
    withdrawn_reason: string | null;
  };
  vat_treatments: {
    id: GeneratedAlways<number>;
    product_id: string | null;
    category_id: string | null;
    shop_id: string | null;
    valid_from: ColumnType<Date, string, string>;
    treatment: "general" | "zero" | "exempt" | "notSubject" | "notItemised" | "inherit";
    rate_bps: 800 | 1600 | null;
    actor: string;
    at: Generated<Date>;
  };
  waiting_list: {
    id: string;
    shop_id: string;
    size_id: string;
    email: string;
    state: Generated<"unconfirmed" | "waiting" | "offered" | "taken" | "passed" | "left">;
    confirmation_token_hash: Buffer;
    offer_token_hash: Buffer | null;
    requested_at: Generated<Date>;
    confirmed_at: Date | null;
    offer_ends_at: Date | null;
    cart_id: string | null;
  };
  waiting_room_visitors: {
    id: string;
    presale_id: string;
    secret_hash: Buffer;
    access_code: string;
    ip_hash: Buffer;
    joined_at: Date;
    place: number | null;
    admitted_at: Date | null;
    grant_ends_at: Date | null;
    cart_id: string | null;
    cart_assigned_at: Date | null;
  };
  waiting_rooms: {
    presale_id: string;
    is_active: boolean;
    opens_early_minutes: number;
    max_choosing_visitors: number;
    max_places_per_ip: number;
    grant_key: Buffer;
    places_assigned_at: Date | null;
    last_place: Generated<number>;
    admitted_up_to: Generated<number>;
  };
  wal_archive: {
    is_only_row: Generated<boolean>;
    place: string | null;
    archived_until: Date | null;
    failure: string | null;
    failing_since: Date | null;
    needs_base_backup: Generated<boolean>;
  };
  wishlist_products: {
    customer_id: string;
    shop_id: string;
    product_id: string;
    added_at: Generated<Date>;
    was_sold_out: boolean;
    was_on_offer: boolean;
  };
  withdrawn_carriers: {
    shop_id: string;
    carrier_id: string;
  };
}

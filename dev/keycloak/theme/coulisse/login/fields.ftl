<#-- The fields that pages share. `errors` names what the server may say of a field. -->
<#macro error names>
  <#if messagesPerField.existsError(names)>
  <span class="error" id="input-error-${names}" aria-live="polite">${kcSanitize(messagesPerField.get(names))?no_esc}</span>
  </#if>
</#macro>

<#macro invalid names>
  <#if messagesPerField.existsError(names)>aria-invalid="true" aria-describedby="input-error-${names}"</#if>
</#macro>

<#macro email value errors="username" autocomplete="username">
  <div class="field">
    <label class="label" for="username">${msg("usernameOrEmail")}</label>
    <input class="input" id="username" name="username" value="${value}" type="text" inputmode="email" autocapitalize="none"
           spellcheck="false" dir="ltr" autofocus autocomplete="${autocomplete}" <@invalid errors/>>
    <@error errors/>
  </div>
</#macro>

<#macro password id label errors autocomplete focus=false>
  <div class="field">
    <label class="label" for="${id}">${label}</label>
    <div class="input-group" dir="ltr">
      <input class="input" type="password" id="${id}" name="${id}" autocomplete="${autocomplete}" <#if focus>autofocus</#if> <@invalid errors/>>
      <button class="reveal" type="button" aria-label="${msg('showPassword')}" aria-controls="${id}" data-password-toggle
              data-icon-show="icon icon-eye" data-icon-hide="icon icon-eye-off"
              data-label-show="${msg('showPassword')}" data-label-hide="${msg('hidePassword')}">
        <i class="icon icon-eye" aria-hidden="true"></i>
      </button>
    </div>
    <@error errors/>
    <#nested>
  </div>
</#macro>

<#macro submit label>
  <button class="button button-primary" id="kc-login" name="login" type="submit">${label}</button>
</#macro>

<#-- Lets password fields show what was typed. -->
<#macro passwordScript>
  <script type="module" src="${url.resourcesPath}/js/passwordVisibility.js"></script>
</#macro>

<#macro forgotten>
  <#if realm.resetPasswordAllowed><p class="forgotten"><a href="${url.loginResetCredentialsUrl}">${msg("doForgotPassword")}</a></p></#if>
</#macro>

<#-- Other providers that the person may choose. -->
<#macro providers>
  <#if realm.password && social?? && social.providers?has_content>
  <div class="providers">
    <p>${msg("identity-provider-login-label")}</p>
    <div class="choices">
      <#list social.providers as provider>
      <a class="button button-quiet" id="social-${provider.alias}" href="${provider.loginUrl}">${provider.displayName!}</a>
      </#list>
    </div>
  </div>
  </#if>
</#macro>
